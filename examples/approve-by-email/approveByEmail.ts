/** The workflow in which a person approves letters by e-mail. Its code stands beside it. */
import type { Workflow } from '../workflow';
import { code, connect, letterNode, note, ofN8n, signedLink } from '../workflow';
import { ALL, CHOICE, SOME } from './types';

const ABOUT = [
	'## A person approves letters by e-mail',
	'Anyone who has the link in the e-mail can order the letters it shows: once, within 3 days, and no others. It needs n8n 2.14 or newer. Before, anyone can guess the link: there, no e-mail is sent and no letter ordered.',
	'',
	'1. Choose your credential in **Check the Letters** and **Order the Letters**. A real account orders real letters: try it with the sandbox first.',
	'2. Choose an SMTP account in **Ask by E-Mail**, and put your own addresses into its *From Email* and *To Email*.',
	'3. Replace **Start** and **The Orders** with the node that gets your orders, and publish the workflow.',
	'',
	'The e-mail shows each letter: its picture, address and text, or what you must correct. Its link opens a page. Opening the page orders nothing, because mail scanners open links too; only the button on it does. The person approves all letters that are fine, some of them by their numbers (`1, 3-5`, no words), or none. Without an answer within 3 days, nothing is ordered.',
	'',
	'**Order the Letters** orders the letters exactly as the e-mail showed them: each carries a code that fits only its contents, your account and your letter service. One e-mail shows up to 20 pictures; letters after that are shown as text. The sample letters are in Portuguese and go to Brazil.',
	'',
	'The External ID is the order number, and one External ID is one letter: a letter that is approved twice is ordered once.',
];

const SAMPLE = {
	letters: [
		{
			order: '2026-0021',
			name: 'Maria Aparecida da Silva',
			street: 'Rua das Laranjeiras, 210',
			complement: 'Apto 302',
			city: 'Rio de Janeiro',
			state: 'RJ',
			zip: '22240-003',
			message: 'Querida Maria,\n\nobrigado pela sua compra. Volte sempre!\n\nUm abraço,\nEquipe da loja',
		},
		{
			order: '2026-0022',
			name: 'João Pereira Lima',
			street: 'Avenida Paulista, 1578',
			complement: '',
			city: 'São Paulo',
			state: 'SP',
			zip: '01310-200',
			message:
				'Caro João,\n\ndez anos como nosso cliente! Obrigado pela confiança.\n\nUm abraço,\nEquipe da loja',
		},
		{
			order: '2026-0023',
			name: 'Ana Luiza Ferreira',
			street: 'Rua da Bahia, 1148',
			complement: 'Sala 5',
			city: 'Belo Horizonte',
			state: 'MG',
			zip: '30160-011',
			message: 'Querida Ana,\n\nfeliz aniversário!\n\nUm abraço,\nEquipe da loja',
		},
	],
};

const MAIL = [
	'=<h2>Letters that are fine: {{ $json.fine }} of {{ $json.all }}</h2>',
	'<p>Nothing was ordered yet. <a href="{{ $execution.resumeFormUrl }}">Choose what may be ordered</a></p>',
	'{{ $json.letters }}',
].join('');

/** Without names: n8n shows HTML that stands in them. */
const PAGE = [
	"=The e-mail shows the letters.\n{{ $('Check the Letters').all().map(({ json }) =>",
	"json.item + (json.outcome === 'fine' ? ': fine' : ': to correct')).join('\\n') }}",
].join(' ');

const ask = () => [
	ofN8n(['Start', -40, 40], 'manualTrigger', 1),
	ofN8n(['The Orders', 180, 40], 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify(SAMPLE, null, 2),
		options: {},
	}),
	ofN8n(['One Item per Letter', 400, 40], 'splitOut', 1, { fieldToSplitOut: 'letters', options: {} }),
	letterNode(['Check the Letters', 620, 40], {
		resource: 'card',
		operation: 'create',
		orderingMode: 'check',
		name: '={{ $json.name }}',
		addressLine1: '={{ $json.street }}',
		addressLine2: "={{ $json.complement ?? '' }}",
		city: '={{ $json.city }}',
		state: '={{ $json.state }}',
		zip: '={{ $json.zip }}',
		country: 'BR',
		message: '={{ $json.message }}',
		externalId: '={{ $json.order }}',
		additionalFields: {},
		options: { pictures: true },
	}),
	ofN8n(['All in One E-Mail', 840, 40], 'aggregate', 1, {
		aggregate: 'aggregateAllItemData',
		destinationFieldName: 'letters',
		options: { includeBinaries: true },
	}),
	signedLink(['Is the Link Signed?', 1060, 40]),
	ofN8n(['Say Which n8n', 1280, 200], 'stopAndError', 1, {
		errorMessage:
			'No e-mail was sent and no letter ordered: this n8n opens the page of the answer for anyone who guesses its address. Use n8n 2.14 or newer.',
	}),
	code(['Write the E-Mail', 1280, 40], 'writeTheEmail'),
	ofN8n(['Ask by E-Mail', 1500, 40], 'emailSend', 2.1, {
		resource: 'email',
		operation: 'send',
		fromEmail: 'letters@example.com',
		toEmail: 'approver@example.com',
		subject: '=Letters to approve: {{ $json.all }}',
		emailFormat: 'html',
		html: MAIL,
		options: { appendAttribution: false, attachments: "={{ Object.keys($binary).join(',') }}" },
	}),
];

const RESULT = {
	order: "$('Approved Letters').item.json.external_id",
	name: "$('Approved Letters').item.json.name",
	outcome: '$json.outcome',
	letter_id: "$json.id ?? ''",
	reason: "$json.problems?.join('; ') || $json.error || ''",
};

const order = () => [
	ofN8n(['Wait for the Answer', -40, 360], 'wait', 1.1, {
		resume: 'form',
		formTitle: 'Which letters may be ordered?',
		formDescription: PAGE,
		formFields: {
			values: [
				{
					fieldLabel: CHOICE,
					fieldType: 'dropdown',
					requiredField: true,
					fieldOptions: { values: [ALL, SOME, 'None'].map((option) => ({ option })) },
				},
				{ fieldLabel: 'Numbers', placeholder: 'e.g. 1, 3-5' },
			],
		},
		limitWaitTime: true,
		resumeAmount: 3,
		resumeUnit: 'days',
		options: {
			respondWithOptions: {
				values: {
					respondWith: 'text',
					formSubmittedText: 'Thank you. What you approved is being ordered.',
				},
			},
		},
	}),
	code(['What Was Approved', 180, 360], 'whatWasApproved'),
	ofN8n(['Approved Letters', 400, 360], 'splitOut', 1, { fieldToSplitOut: 'letters', options: {} }),
	letterNode(
		['Order the Letters', 620, 360],
		{ resource: 'card', operation: 'createFromCheck', orderingMode: 'order' },
		{ onError: 'continueRegularOutput' },
	),
	ofN8n(['Result', 840, 360], 'set', 3.4, {
		assignments: {
			assignments: Object.entries(RESULT).map(([name, value]) => ({
				id: name,
				name,
				value: `={{ ${value} }}`,
				type: 'string',
			})),
		},
		options: {},
	}),
];

export const approveByEmail = (): Workflow => ({
	name: 'Approve by e-mail',
	nodes: [note(['About', -80, -430], [380, 900], ABOUT), ...ask(), ...order()],
	connections: connect({
		Start: ['The Orders'],
		'The Orders': ['One Item per Letter'],
		'One Item per Letter': ['Check the Letters'],
		'Check the Letters': ['All in One E-Mail'],
		'All in One E-Mail': ['Is the Link Signed?'],
		'Is the Link Signed?': ['Write the E-Mail', 'Say Which n8n'],
		'Write the E-Mail': ['Ask by E-Mail'],
		'Ask by E-Mail': ['Wait for the Answer'],
		'Wait for the Answer': ['What Was Approved'],
		'What Was Approved': ['Approved Letters'],
		'Approved Letters': ['Order the Letters'],
		'Order the Letters': ['Result'],
	}),
	settings: { executionOrder: 'v1' },
	pinData: {},
});

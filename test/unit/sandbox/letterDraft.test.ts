/** The form for a letter: the order that is made of it, and where the service's words are shown. */
import { BLANK, orderOf, problemsIn } from '../../../sandbox/console/write/draft';

it('leaves out what is blank, but not what every letter needs', () => {
	expect(orderOf({ ...BLANK, 'to.name': 'Ana', message: 'Oi', external_id: 'A-1' })).toEqual({
		to: { name: 'Ana', address_line1: '', city: '', state: '', zip: '' },
		message: 'Oi',
		external_id: 'A-1',
	});
});

it('takes an answer apart by the fields that it names', () => {
	const answer = 'to.zip: must have 8 digits, but is "a; b: c"; style: is not a style of this account';
	expect(problemsIn(answer)).toEqual({
		byField: { 'to.zip': 'must have 8 digits, but is "a; b: c"', style: 'is not a style of this account' },
		rest: '',
	});
});

it.each([
	'The body needs a template or a message',
	'Too many requests; wait Retry-After seconds',
	'metadata.a: must be text',
])('%j belongs to no field', (answer) => {
	expect(problemsIn(answer)).toEqual({ byField: {}, rest: answer });
});

/** An item as an AI agent gets it. */
import type { INodeExecutionData } from 'n8n-workflow';

/** A model reads all of it, and needs neither the keys nor an echo of what it gave. */
const FOR_AGENTS = [
	'outcome',
	'problems',
	'warnings',
	'id',
	'batch_id',
	'status',
	'total_cards',
	'error',
	'message',
];

/** What an agent gets of a letter or a batch. */
export function toAgentItem({ json, pairedItem }: INodeExecutionData): INodeExecutionData {
	const told = FOR_AGENTS.filter((field) => json[field] !== undefined && json[field] !== null);
	return { json: Object.fromEntries(told.map((field) => [field, json[field]])), pairedItem };
}

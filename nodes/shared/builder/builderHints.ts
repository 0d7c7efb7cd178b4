/**
 * Hints for n8n's AI builder. It reads them under other names in each generation: up to 2.20 as
 * `message`, later `searchHint` of a node and `propertyHint` of a field (n8n pull request 30062).
 */
import type { IBuilderHint, IParameterBuilderHint } from 'n8n-workflow';

interface Earlier {
	readonly message: string;
}

/** Tells the builder, when it has found the node, how to use it. */
export const nodeHint = (text: string): IBuilderHint & Earlier => ({ message: text, searchHint: text });

/** Tells the builder what to enter into a field. */
export const fieldHint = (text: string): IParameterBuilderHint & Earlier => ({
	message: text,
	propertyHint: text,
});

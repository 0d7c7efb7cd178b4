/**
 * Hints for n8n's AI builder. It reads them under other names in each generation: up to 2.20 as
 * `message`, later `searchHint` of a node and `propertyHint` of a field (n8n pull request 30062).
 */
import type { IBuilderHint, IBuilderHintVariation, IParameterBuilderHint } from 'n8n-workflow';

interface Earlier {
	readonly message: string;
}

/** Tells the builder, when it has found the node, how to use it, and what it gives. */
export const nodeHint = (text: string, outputs: IBuilderHintVariation[]): IBuilderHint & Earlier => ({
	message: text,
	searchHint: text,
	extraTypeDefContent: outputs,
});

/** Tells the builder what to enter into a field. */
export const fieldHint = (text: string): IParameterBuilderHint & Earlier => ({
	message: text,
	propertyHint: text,
});

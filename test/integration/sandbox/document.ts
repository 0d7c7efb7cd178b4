/** The sandbox's OpenAPI documents, read by a validator that knows nothing of zod. */
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import type { OpenAPIV3_1 } from 'openapi-types';
import { request } from 'undici';

import type { Answer, Json } from './support';

const BASE = 'openapi.json';

const pointer = (...parts: string[]): string =>
	`${BASE}#/${parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

/** Of what no operation is documented for. */
const text = expect.any(String) as unknown;
const ENVELOPE = { error: { type: text, code: text, message: text, request_id: text } };

export class ApiDocument {
	private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

	private constructor(readonly content: OpenAPIV3_1.Document & Json) {
		addFormats(this.ajv);
		this.ajv.addSchema(content, BASE);
	}

	/** @param prefix of the API's paths; the service's document lies outside its own */
	static async load(origin: string, prefix: '' | '/_sandbox' = ''): Promise<ApiDocument> {
		const { body } = await request(`${origin}${prefix}/openapi.json`);
		return new ApiDocument((await body.json()) as OpenAPIV3_1.Document & Json);
	}

	/** Why the value does not match what the document says at this place; null if it does. */
	complaint(value: unknown, ...place: string[]): string | null {
		const validate = this.ajv.getSchema(pointer(...place));
		if (validate === undefined) return `The document has nothing at ${place.join(' ')}`;
		return validate(value) ? null : this.ajv.errorsText(validate.errors);
	}

	accepts(resource: string, value: unknown): boolean {
		return this.complaint(value, 'components', 'schemas', resource) === null;
	}

	/** Throws unless the answer is one the document knows: status, headers and body. */
	expectDocumented(method: string, path: string, { status, headers, body }: Answer): void {
		const found = this.operationAt(method, path);
		if (found === undefined) {
			expect(body).toEqual(ENVELOPE);
			return;
		}
		const { responses } = found.operation;
		const key = String(status);
		const documented = responses[key] as OpenAPIV3_1.ResponseObject | undefined;
		if (documented === undefined) throw new Error(`${method} ${path}: ${status} is not documented`);
		const place = ['paths', found.path, method.toLowerCase(), 'responses', key];
		expect(this.complaint(body, ...place, 'content', 'application/json', 'schema')).toBeNull();
		for (const [name, header] of Object.entries(documented.headers ?? {})) {
			const value = headers[name.toLowerCase()];
			if (value !== undefined || ('required' in header && header.required)) {
				expect([name, value]).toEqual([name, expect.stringMatching(/^\d+$/)]);
			}
		}
	}

	private operationAt(method: string, path: string) {
		for (const [documented, item] of Object.entries(this.content.paths ?? {})) {
			const operation = item?.[method.toLowerCase() as 'get' | 'put' | 'post' | 'delete'];
			const pattern = new RegExp(`^${documented.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
			if (operation && pattern.test(path)) return { path: documented, operation };
		}
		return undefined;
	}
}

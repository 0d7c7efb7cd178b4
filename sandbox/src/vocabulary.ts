/** The contract's closed lists alone, without zod: what the console may carry into the browser. */
export * from '../../nodes/contract/vocabulary';

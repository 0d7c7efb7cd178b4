/** The parts of the sandbox that can change, as its stream of changes names them. */
export const TOPICS = ['cards', 'deliveries', 'requests', 'faults', 'limits', 'clock', 'webhook'] as const;
export type Topic = (typeof TOPICS)[number];

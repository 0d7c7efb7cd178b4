/** The interface of the service, shared with the nodes: the one place where the sandbox imports from them. */
export * from '../../nodes/contract/contract';

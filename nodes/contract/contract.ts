/** The interface of the service: its closed lists, and its resources as schemas. */
export * from './schemas';
export * from './vocabulary';

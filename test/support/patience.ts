/** A limit for tests of a real n8n that hang: what waits says itself for what it has waited in vain. */
jest.setTimeout(900_000);

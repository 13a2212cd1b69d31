/**
 * JSON that tests look into freely: what is not there is undefined, and fails the expectation that asks for it. The one
 * place where types are given up.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

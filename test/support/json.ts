/** JSON of any shape: what is missing is undefined and fails the expectation. The only place with untyped values. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Json = any;

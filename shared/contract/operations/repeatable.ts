/**
 * True if a request that may have been executed can be sent again without a second effect; `unless` names a field of the
 * body that prevents it.
 */
export type Repeatable = boolean | { unless: string };

export const isRepeatable = (repeatable: Repeatable, body: unknown): boolean =>
  typeof repeatable === 'boolean' ? repeatable : !Object.hasOwn(Object(body), repeatable.unless);

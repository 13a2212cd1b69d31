import type { OpenApiDocument, Reference, Schema } from '../../shared/openapi/types.ts';

/** The prefix of references to schemas. */
export const OBJECTS_PATH = '/api/objects';

/**
 * Resolves a reference; other values are returned as they are.
 * @throws Error if the reference has no target
 */
export function resolve<Part extends object>(document: OpenApiDocument, part: Part | Reference): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const keys = part.$ref.replace('#/', '').split('/');
  const found = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document);
  if (found === undefined) throw new Error(`The document has nothing at ${part.$ref}.`);
  return found as Part;
}

/** The name of the schema that a schema refers to; undefined if it is not a reference. */
export const schemaName = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');

import type { Tool } from '@modelcontextprotocol/server';
import type { Schema } from '../openapi/types.ts';

export type ObjectSchema = Tool['inputSchema'];

const COMPONENTS = '#/components/schemas/';

/** Keywords that tools do without: the API names each invalid argument, and patterns take up a model's context. */
const LEFT_OUT = ['pattern', 'not', 'examples', 'if', 'then', 'propertyNames', 'contentMediaType'];
/** All that an answer keeps to, because its strings are escaped and long values left out. */
const STRUCTURE = ['type', 'properties', 'items', '$ref', 'anyOf', 'oneOf'];

const IS_KEPT = {
  input: (keyword: string) => !LEFT_OUT.includes(keyword),
  output: (keyword: string) => STRUCTURE.includes(keyword),
};

/** A JSON Schema with the definitions of all that it refers to, without the keywords that tools do without. */
export function selfContained(schema: Schema, components: Record<string, Schema>, use: keyof typeof IS_KEPT) {
  const definitions = new Map<string, unknown>();
  const refer = (reference: string): string => {
    const name = reference.slice(COMPONENTS.length);
    if (!definitions.has(name)) {
      // First, because a definition can refer to itself.
      definitions.set(name, undefined);
      definitions.set(name, slim(components[name]));
    }
    return `#/$defs/${name}`;
  };
  const slim = (part: unknown, areNames = false): unknown => {
    if (Array.isArray(part)) return part.map((each) => slim(each));
    if (typeof part !== 'object' || part === null) return part;
    const kept = Object.entries(part).filter(([key]) => areNames || IS_KEPT[use](key));
    return Object.fromEntries(
      kept.map(([key, value]) => [key, key === '$ref' ? refer(value) : slim(value, key === 'properties' && !areNames)]),
    );
  };
  const root = slim(schema) as ObjectSchema;
  return definitions.size > 0 ? { ...root, $defs: Object.fromEntries(definitions) } : root;
}

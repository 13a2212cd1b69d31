import type * as z from 'zod/mini';

/** A field's description, optionally with JSON Schema keywords that its schema lacks. */
export type FieldDocs = string | { description: string; [keyword: string]: unknown };

/** Documentation of a schema, separate from it to keep it out of the functions' bundles. */
export interface SchemaDocs<Schema extends z.ZodMiniType = z.ZodMiniType> {
  schema: Schema;
  description: string;
  /** Empty if the schema also allows texts or numbers. */
  fields: [Extract<z.input<Schema>, string | number>] extends [never]
    ? { [Field in keyof z.input<Schema>]-?: FieldDocs }
    : object;
  /** JSON Schema keywords that the schema lacks. */
  keywords?: Readonly<Record<string, unknown>>;
  example: z.input<Schema>;
}

/** The descriptions of fields, with the defaults that a schema's transformation sets. */
export const describedDefaults = (
  fields: Readonly<Record<string, string>>,
  defaults: object,
): Record<never, FieldDocs> =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, { description: fields[name] ?? '', default: value }]),
  );

/** A missing field description or an invalid example is a type error. */
export const documented = <Schema extends z.ZodMiniType>(
  schema: Schema,
  docs: Omit<SchemaDocs<Schema>, 'schema'>,
): SchemaDocs<Schema> => ({ schema, ...docs });

import type * as z from 'zod/mini';

/** What documents say of a field: in words, or in words and with keywords of JSON Schema that its schema lacks. */
export type FieldDocs = string | { description: string; [keyword: string]: unknown };

/** What documents say of a schema. No function loads it: words would only make bundles larger. */
export interface SchemaDocs<Schema extends z.ZodMiniType = z.ZodMiniType> {
  schema: Schema;
  /** CommonMark, as all descriptions. */
  description: string;
  fields: { [Field in keyof z.input<Schema>]-?: FieldDocs };
  /** Of JSON Schema, that its schema lacks. */
  keywords?: Readonly<Record<string, unknown>>;
  example: z.input<Schema>;
}

/** Checks that no field lacks a description, and that the example is one. */
export const documented = <Schema extends z.ZodMiniType>(docs: SchemaDocs<Schema>): SchemaDocs<Schema> => docs;

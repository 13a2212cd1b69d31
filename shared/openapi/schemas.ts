import * as z from 'zod';
import { AUDIT_SCHEMAS } from '../contract/schemas/audit/auditEntryDocs.ts';
import { COMMON_SCHEMAS } from '../contract/schemas/commonDocs.ts';
import { CONFIRMATION_SCHEMAS } from '../contract/schemas/confirmations/confirmationDocs.ts';
import { UNSUBSCRIBE_SCHEMAS } from '../contract/schemas/confirmations/unsubscribeDocs.ts';
import type { SchemaDocs } from '../contract/schemas/documented.ts';
import { CAPTCHA_SCHEMAS } from '../contract/schemas/endpoints/captchaDocs.ts';
import { ENDPOINT_SCHEMAS } from '../contract/schemas/endpoints/endpointDocs.ts';
import { FIELD_SCHEMAS } from '../contract/schemas/endpoints/fieldRulesDocs.ts';
import { FILE_SCHEMAS } from '../contract/schemas/files/submittedFileDocs.ts';
import { KEY_SCHEMAS } from '../contract/schemas/keys/keyDocs.ts';
import { MEMBER_SCHEMAS } from '../contract/schemas/members/memberDocs.ts';
import { PENDING_SCHEMAS } from '../contract/schemas/submissions/pendingDocs.ts';
import { SEARCH_SCHEMAS } from '../contract/schemas/submissions/searchDocs.ts';
import { STATISTICS_SCHEMAS } from '../contract/schemas/submissions/statisticsDocs.ts';
import { SUBMISSION_SCHEMAS } from '../contract/schemas/submissions/submissionDocs.ts';
import { WEBHOOK_SCHEMAS } from '../contract/schemas/webhooks/webhookDocs.ts';
import { addKeywords } from './keywords.ts';
import type { Schema } from './types.ts';

const DOCS = {
  ...ENDPOINT_SCHEMAS,
  ...CAPTCHA_SCHEMAS,
  ...STATISTICS_SCHEMAS,
  ...SUBMISSION_SCHEMAS,
  ...SEARCH_SCHEMAS,
  ...FILE_SCHEMAS,
  ...FIELD_SCHEMAS,
  ...KEY_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...PENDING_SCHEMAS,
  ...CONFIRMATION_SCHEMAS,
  ...UNSUBSCRIBE_SCHEMAS,
  ...AUDIT_SCHEMAS,
  ...MEMBER_SCHEMAS,
  ...COMMON_SCHEMAS,
} as unknown as Record<string, SchemaDocs>;

/** Describes requests as sent, before parsing; descriptions cover constraints that JSON Schema cannot express. */
const OPTIONS = { io: 'input', unrepresentable: 'any', override: addKeywords } as const;

export const jsonSchemaOf = (schema: z.core.$ZodType): Schema => z.toJSONSchema(schema, OPTIONS) as Schema;

export const refTo = (name: keyof typeof SUBMISSION_SCHEMAS | keyof typeof COMMON_SCHEMAS): Schema => ({
  $ref: referenceTo(name),
});

/**
 * A documented schema, found by its declaration.
 * @throws Error when it has no docs
 */
export function docsOfSchema(schema: z.core.$ZodType): SchemaDocs & { name: string } {
  const [name, docs] = Object.entries(DOCS).find(([, each]) => each.schema === schema) ?? [];
  if (!name || !docs) throw new Error(`A schema has no docs: ${JSON.stringify(jsonSchemaOf(schema))}`);
  return { ...docs, name };
}

export const refToSchema = (schema: z.core.$ZodType): Schema => ({ $ref: referenceTo(docsOfSchema(schema).name) });

const referenceTo = (name: string): string => `#/components/schemas/${name}`;

export function schemaComponents(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(DOCS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: referenceTo });
  return Object.fromEntries(
    Object.entries(DOCS).map(([name, docs]) => [name, describe(schemas[name] as Schema, docs)]),
  );
}

function describe(
  { $schema, $id, properties, ...schema }: Schema,
  { description, fields, keywords, example }: SchemaDocs,
): Schema {
  return {
    description,
    ...schema,
    ...keywords,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, describeField(property, fields[name as never])]),
      ),
    }),
    examples: [example],
  };
}

/**
 * States defaults in the description: with the keyword `default`, TypeScript generators make a field required in
 * requests.
 */
function describeField(schema: Schema, docs: SchemaDocs['fields'][never]): Schema {
  const {
    description,
    default: absent,
    ...keywords
  } = { ...(typeof docs === 'string' ? { description: docs } : (docs as Schema)), ...schema };
  const inWords = absent === undefined ? '' : ` Default: \`${JSON.stringify(absent)}\`.`;
  return { description: `${description}${inWords}`, ...keywords };
}

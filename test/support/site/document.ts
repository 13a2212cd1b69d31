import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import type { OperationObject, Reference, Schema } from '../../../shared/openapi/types.ts';
import { API_PLACEHOLDER } from '../../../site/placeholders.ts';
import { resolve } from '../../../site/reference/resolve.ts';

export const document = openApiDocument({ apiUrl: API_PLACEHOLDER });

export const operations: Record<string, { method: string; path: string; operation: OperationObject }> =
  Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, path, operation }]),
    ),
  );

export const resolved = <Part extends object>(part: Part | Reference): Part => resolve(document, part);

/** Validates by the document's schemas; `closed` rejects undocumented fields. */
function validatorFor({ closed }: { closed: boolean }): (schema: Schema) => ValidateFunction {
  // Schemas are compiled more often than used.
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, code: { optimize: false } });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closed && schema.properties ? { ...schema, additionalProperties: false } : schema,
  ]);
  ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(schemas) } });
  const compiled = new WeakMap<Schema, ValidateFunction>();
  return (schema) => {
    const found =
      compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    compiled.set(schema, found);
    return found;
  };
}

const open = validatorFor({ closed: false });
const closed = validatorFor({ closed: true });

export function problemsOf(schema: Schema, value: unknown, { exactly = false } = {}): string[] {
  const validate = (exactly ? closed : open)(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

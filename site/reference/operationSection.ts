import type { MediaType, OpenApiDocument, OperationObject } from '../../shared/openapi/types.ts';
import { type Html, html } from '../html.ts';
import { fieldList, fieldsOf } from './fields.ts';
import { inline, markdown } from './markdown.ts';
import { resolve } from './resolve.ts';
import { answersOf, responses } from './responses.ts';
import { samples } from './samples.ts';

/** A method and path with their operation. */
export interface Route {
  method: string;
  path: string;
  operation: OperationObject;
}

/** A method as a label. */
export const methodTag = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** What there is to say about an operation, and its examples beside that. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: Route): Html {
  const answers = answersOf(document, operation);
  return html`<div class="about">
<p class="route">${methodTag(method)} <code>${breakable(path)}</code></p>
${markdown(operation.description)}${parameters(operation, 'path', 'In the path')}${parameters(operation, 'query', 'In the query')}${requestBody(document, operation)}${responses(document, answers)}</div>
<div class="samples">
${samples(operation, answers)}</div>`;
}

/** Long paths break at their slashes. */
const breakable = (path: string): Html[] =>
  path.split('/').map((part, i) => (i === 0 ? html`${part}` : html`<wbr>/${part}`));

function parameters({ parameters: all = [] }: OperationObject, where: 'path' | 'query', title: string): Html {
  const fields = all
    .filter((parameter) => parameter.in === where)
    .map(({ name, description, required, schema }) => ({ name, required, schema: { ...schema, description } }));
  return fields.length === 0 ? html`` : html`<h4>${title}</h4>\n${fieldList(fields)}`;
}

function requestBody(document: OpenApiDocument, { requestBody: body }: OperationObject): Html {
  if (!body) return html``;
  const content = Object.entries(body.content);
  const references = [...new Set(content.map(([, { schema }]) => schema.$ref))];
  const kinds = references.map((reference) => content.filter(([, { schema }]) => schema.$ref === reference));
  return html`<h4>Body</h4>\n${kinds.map((kind) => bodyKind(document, kind))}`;
}

/** Content types that share a schema. */
function bodyKind(document: OpenApiDocument, kind: [string, MediaType][]): Html {
  const { description = '', required = [], ...schema } = resolve(document, kind[0]?.[1].schema ?? {});
  const fields = fieldsOf(schema).map((field) => ({ ...field, required: required.includes(field.name) }));
  return html`<p class="media">${kind.map(([type]) => html`<code>${type}</code> `)}</p>
<p>${inline(description)}</p>
${fields.length > 0 ? fieldList(fields) : html``}`;
}

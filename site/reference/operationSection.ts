import type { OpenApiDocument, OperationObject, Schema } from '../../shared/openapi/types.ts';
import { inline, markdown } from '../docs/markdown.ts';
import { type Html, html } from '../html.ts';
import { type Field, fieldList, fieldsMarkdown, fieldsOf } from './fields.ts';
import { resolve } from './resolve.ts';
import { answersOf, responses, responsesMarkdown } from './responses.ts';
import { samples, samplesMarkdown } from './samples.ts';

/** A method and path with their operation. */
export interface Route {
  method: string;
  path: string;
  operation: OperationObject;
}

/** A method as a label. */
export const methodTag = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** A title within an operation: on a page of its own, or among others. */
export type Title = (text: string) => Html;

/** What there is to say about an operation, and its examples beside that. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: Route, title: Title): Html {
  const answers = answersOf(document, operation);
  return html`<div class="about">
<p class="route">${methodTag(method)} <code>${breakable(path)}</code></p>
${markdown(operation.description)}${PLACES.map(([where, text]) => parameters(operation, where, title(text)))}${requestBody(document, operation, title)}${responses(document, answers, title)}</div>
<div class="samples">
${samples(operation, answers)}</div>`;
}

/** Long paths break at their slashes. */
const breakable = (path: string): Html[] =>
  path.split('/').map((part, i) => (i === 0 ? html`${part}` : html`<wbr>/${part}`));

/** Where parameters are, and what that is called. */
const PLACES = [
  ['path', 'In the path'],
  ['query', 'In the query'],
] as const;

const parameterFields = ({ parameters: all = [] }: OperationObject, where: string): Field[] =>
  all
    .filter((parameter) => parameter.in === where)
    .map(({ name, description, required, schema }) => ({ name, required, schema: { ...schema, description } }));

function parameters(operation: OperationObject, where: string, title: Html): Html {
  const fields = parameterFields(operation, where);
  return fields.length === 0 ? html`` : html`${title}\n${fieldList(fields)}`;
}

/** The content types of a body, those that share a schema together, with its fields. */
function bodyKinds(document: OpenApiDocument, { requestBody: body }: OperationObject) {
  const content = Object.entries(body?.content ?? {});
  const references = [...new Set(content.map(([, { schema }]) => schema.$ref))];
  return references.map((reference) => {
    const kind = content.filter(([, { schema }]) => schema.$ref === reference);
    const schema = resolve(document, kind[0]?.[1].schema ?? {});
    const { description = '', oneOf = [schema] } = schema;
    const alternatives = (oneOf as Schema[]).map((each) => resolve(document, each));
    // What one of several requires, the description says.
    const isRequired = (name: string, { required = [] }: Schema) =>
      alternatives.length === 1 && required.includes(name);
    const fields = alternatives.flatMap((each) =>
      fieldsOf(each).map((field) => ({ ...field, required: isRequired(field.name, each) })),
    );
    return { types: kind.map(([type]) => type), description, fields };
  });
}

function requestBody(document: OpenApiDocument, operation: OperationObject, title: Title): Html {
  const kinds = bodyKinds(document, operation).map(
    ({ types, description, fields }) => html`<p class="media">${types.map((type) => html`<code>${type}</code> `)}</p>
<p>${inline(description)}</p>
${fields.length > 0 ? fieldList(fields) : html``}`,
  );
  return kinds.length === 0 ? html`` : html`${title('Body')}\n${kinds}`;
}

/** Everything about an operation as Markdown. */
export function operationMarkdown(document: OpenApiDocument, { method, path, operation }: Route): string {
  const answers = answersOf(document, operation);
  const given = PLACES.map(([where, text]) => {
    const fields = parameterFields(operation, where);
    return fields.length === 0 ? '' : `## ${text}\n\n${fieldsMarkdown(fields)}`;
  });
  const bodies = bodyKinds(document, operation).map(
    ({ types, description, fields }) =>
      `${types.map((type) => `\`${type}\``).join(', ')}\n\n${description}\n\n${fieldsMarkdown(fields)}`,
  );
  const parts = [
    `# ${operation.summary}`,
    `\`${method} ${path}\``,
    operation.description,
    ...given,
    ...(bodies.length === 0 ? [] : ['## Body', ...bodies]),
    responsesMarkdown(document, answers),
    '## Examples',
    samplesMarkdown(operation, answers),
  ];
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

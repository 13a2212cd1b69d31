import type { OpenApiDocument, OperationObject, Schema } from '../../shared/openapi/types.ts';
import { inline, markdown } from '../docs/markdown.ts';
import { type Html, html } from '../html.ts';
import { type Field, fieldList, fieldsMarkdown, fieldsOf } from './fields.ts';
import { resolve } from './resolve.ts';
import { responses, responsesMarkdown, responsesOf } from './responses.ts';
import { samples, samplesMarkdown } from './samples.ts';

/** An operation with its method and path. */
export interface Route {
  method: string;
  path: string;
  operation: OperationObject;
}

/** A method as a label. */
export const methodTag = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** A heading within an operation: on its own page, or on the page of all. */
export type Title = (text: string) => Html;

/** An operation's description with examples beside it. */
export function operationSection(document: OpenApiDocument, { method, path, operation }: Route, title: Title): Html {
  const answers = responsesOf(document, operation);
  return html`<div class="about">
<p class="route">${methodTag(method)} <code>${breakable(path)}</code></p>
${markdown(operation.description)}${PLACES.map(([where, text]) => parameters(operation, where, title(text)))}${requestBody(document, operation, title)}${responses(document, answers, title)}</div>
<div class="samples">
${samples(operation, answers)}</div>`;
}

/** Long paths break at slashes. */
const breakable = (path: string): Html[] =>
  path.split('/').map((part, i) => (i === 0 ? html`${part}` : html`<wbr>/${part}`));

/** The locations of parameters, with their headings. */
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

/** The content types of a body with its fields; types with the same schema share an entry. */
function bodyKinds(document: OpenApiDocument, { requestBody: body }: OperationObject) {
  const content = Object.entries(body?.content ?? {});
  const references = [...new Set(content.map(([, { schema }]) => schema.$ref))];
  return references.map((reference) => {
    const kind = content.filter(([, { schema }]) => schema.$ref === reference);
    const schema = resolve(document, kind[0]?.[1].schema ?? {});
    const { description = '', oneOf = [schema] } = schema;
    const alternatives = (oneOf as Schema[]).map((each) => resolve(document, each));
    // The description says which of several schemas applies.
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

/** An operation as Markdown. */
export function operationMarkdown(document: OpenApiDocument, { method, path, operation }: Route): string {
  const answers = responsesOf(document, operation);
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

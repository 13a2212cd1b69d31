import type { MediaType, OpenApiDocument, OperationObject, Response } from '../../infra/openapi/types.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { docsUrl } from '../../shared/sitePages.ts';
import { codeBox } from '../code.ts';
import { type Html, html } from '../html.ts';
import { type Field, fieldList, fieldsOf, typeOf } from './fields.ts';
import { inline, markdown } from './markdown.ts';
import { isObject } from './objects.ts';
import { resolve } from './resolve.ts';

/** A method and path with their operation. */
export interface Route {
  method: string;
  path: string;
  operation: OperationObject;
}

/** A method as a label. */
export const methodTag = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** What there is to say about an operation, and its examples beside that. */
export const operationSection = (document: OpenApiDocument, { method, path, operation }: Route): Html =>
  html`<div class="about">
<p class="route">${methodTag(method)} <code>${breakable(path)}</code></p>
${markdown(operation.description)}${parameters(operation, 'path', 'In the path')}${parameters(operation, 'query', 'In the query')}${requestBody(document, operation)}${responses(document, operation)}</div>
<div class="samples">
${samples(document, operation)}</div>`;

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

/** What the content types have in common that share a schema. */
function bodyKind(document: OpenApiDocument, kind: [string, MediaType][]): Html[] {
  const schema = resolve(document, kind[0]?.[1].schema ?? {});
  const fields = fieldsOf(schema).map((field) => ({
    ...field,
    required: schema.required?.includes(field.name) ?? false,
  }));
  return [
    html`<p class="media">${kind.map(([type]) => html`<code>${type}</code> `)}</p>\n`,
    html`<p>${inline(schema.description ?? '')}</p>\n`,
    ...(fields.length > 0 ? [fieldList(fields)] : []),
  ];
}

function responses(document: OpenApiDocument, { responses: all }: OperationObject): Html {
  const answers = Object.entries(all).map(([status, part]) => ({ status, ...resolve<Response>(document, part) }));
  const usual = Object.keys(answers.find(({ status }) => status === 'default')?.headers ?? {});
  const successes = answers.filter(({ status }) => /^[23]/.test(status));
  const errors = answers.filter(({ status }) => /^[45]/.test(status));
  return html`<h4>Response</h4>
${successes.map((answer) => success(document, answer, usual))}<h4>Errors</h4>
<ul class="errors">
${errors.map((answer) => errorItems(document, answer))}</ul>
`;
}

type Answer = Response & { status: string };

function success(
  document: OpenApiDocument,
  { status, description, headers, content = {} }: Answer,
  usual: string[],
): Html {
  const schema = content['application/json']?.schema;
  const fields = [
    ...headerFields(document, headers, usual),
    ...(schema && !isObject(schema) ? fieldsOf(resolve(document, schema)) : []),
  ];
  return html`<p><span class="status">${status}</span> ${inline(description)}${schema && isObject(schema) ? html` ${typeOf(schema)}` : html``}</p>
${fields.length > 0 ? fieldList(fields) : html``}`;
}

/** The headers that not every response has. */
const headerFields = (document: OpenApiDocument, headers: Response['headers'], usual: string[]): Field[] =>
  Object.entries(headers)
    .filter(([name]) => !usual.includes(name))
    .map(([name, part]) => {
      const { description } = resolve<{ description: string }>(document, part);
      return { name, schema: { type: 'header', description } };
    });

const errorItems = (document: OpenApiDocument, { status, content = {} }: Answer): Html[] =>
  Object.entries(content['application/json']?.examples ?? {}).map(([code, part]) => {
    const { summary } = resolve<{ summary: string }>(document, part);
    return html`<li><span class="status">${status}</span> <a href="${docsUrl('', code as ErrorCode)}"><code>${code}</code></a> <span>${summary}</span></li>\n`;
  });

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function samples(document: OpenApiDocument, operation: OperationObject): Html[] {
  const { requestBody: body, responses: all } = operation;
  const [, ...otherBodies] = Object.values(body?.content['application/json']?.examples ?? {});
  const answers = Object.entries(all).map(([status, part]) => ({ status, ...resolve<Response>(document, part) }));
  return [
    ...operation['x-codeSamples'].map(({ label, source }) => html`${codeBox(label, source, 'sh')}\n`),
    ...otherBodies
      .map((part) => resolve<{ summary: string; value: unknown }>(document, part))
      .map(({ summary, value }) => html`${codeBox(`Another body: ${summary}`, json(value), 'json')}\n`),
    ...answers.flatMap(({ status, content = {} }) => {
      const example = content['application/json']?.example;
      return example === undefined ? [] : html`${codeBox(`Response ${status}`, json(example), 'json')}\n`;
    }),
  ];
}

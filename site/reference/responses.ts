import type { ErrorCode } from '../../shared/contract/errors.ts';
import { docsUrl } from '../../shared/contract/sitePages.ts';
import type { Answer, Header, OpenApiDocument, OperationObject, Response, Schema } from '../../shared/openapi/types.ts';
import { type Html, html } from '../html.ts';
import { type Field, fieldList, fieldsOf, typeOf } from './fields.ts';
import { inline } from './markdown.ts';
import { isObject } from './objects.ts';
import { resolve } from './resolve.ts';

/** Everything that an operation answers. */
export const answersOf = (document: OpenApiDocument, { responses: all }: OperationObject): Answer[] =>
  Object.entries(all).map(([status, part]) => ({ status, ...resolve<Response>(document, part) }));

/** What success looks like, and what may go wrong. */
export const responses = (document: OpenApiDocument, answers: Answer[]): Html => {
  const usual = answers.find(({ status }) => status === 'default')?.headers ?? {};
  return html`<h4>Response</h4>
${answers.filter(({ status }) => /^[23]/.test(status)).map((answer) => success(document, answer, Object.keys(usual)))}<h4>Errors</h4>
<ul class="errors">
${answers.filter(({ status }) => /^[45]/.test(status)).map((answer) => errors(document, answer))}</ul>
`;
};

function success(document: OpenApiDocument, answer: Answer, usual: string[]): Html {
  const schema = answer.content?.['application/json']?.schema;
  const fields = [...headerFields(document, answer, usual), ...bodyFields(document, schema)];
  return html`<p><span class="status">${answer.status}</span> ${inline(answer.description)}${schema && isObject(schema) ? html` ${typeOf(schema)}` : html``}</p>
${fields.length > 0 ? fieldList(fields) : html``}`;
}

/** The headers that not every response has. */
const headerFields = (document: OpenApiDocument, { headers }: Answer, usual: string[]): Field[] =>
  Object.entries(headers)
    .filter(([name]) => !usual.includes(name))
    .map(([name, part]) => {
      const { description } = resolve<Header>(document, part);
      return { name, schema: { type: 'header', description } };
    });

/** The fields of what has no place of its own. */
const bodyFields = (document: OpenApiDocument, schema: Schema | undefined): Field[] =>
  schema && !isObject(schema) ? fieldsOf(resolve(document, schema)) : [];

const errors = (document: OpenApiDocument, { status, content }: Answer): Html[] =>
  Object.entries(content?.['application/json']?.examples ?? {}).map(([code, part]) => {
    const { summary } = resolve(document, part);
    return html`<li><span class="status">${status}</span> <a href="${docsUrl('', code as ErrorCode)}"><code>${code}</code></a> <span>${summary}</span></li>\n`;
  });

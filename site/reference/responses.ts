import type { ErrorCode } from '../../shared/contract/errors.ts';
import { docsUrl } from '../../shared/contract/sitePages.ts';
import type {
  Header,
  OpenApiDocument,
  OperationObject,
  Response,
  Schema,
  StatusResponse,
} from '../../shared/openapi/types.ts';
import { inline } from '../docs/markdown.ts';
import { type Html, html } from '../html.ts';
import { type Field, fieldList, fieldsMarkdown, fieldsOf, typeOf } from './fields.ts';
import { hasOwnSection } from './objects.ts';
import { resolve, schemaName } from './resolve.ts';

/** All responses of an operation. */
export const responsesOf = (document: OpenApiDocument, { responses: all }: OperationObject): StatusResponse[] =>
  Object.entries(all).map(([status, part]) => ({ status, ...resolve<Response>(document, part) }));

/** The successful response and the errors. */
export const responses = (
  document: OpenApiDocument,
  answers: StatusResponse[],
  title: (text: string) => Html,
): Html => {
  const usual = usualHeaders(answers);
  return html`${title('Response')}
${answers.filter(({ status }) => /^[23]/.test(status)).map((response) => success(document, response, usual))}${title('Errors')}
<ul class="errors">
${answers.filter(({ status }) => /^[45]/.test(status)).map((response) => errors(document, response))}</ul>
`;
};

/** Headers of every response. */
const usualHeaders = (answers: StatusResponse[]): string[] =>
  Object.keys(answers.find(({ status }) => status === 'default')?.headers ?? {});

function success(document: OpenApiDocument, response: StatusResponse, usual: string[]): Html {
  const schema = response.content?.['application/json']?.schema;
  const fields = [...headerFields(document, response, usual), ...bodyFields(document, schema)];
  return html`<p><span class="status">${response.status}</span> ${inline(response.description)}${schema && hasOwnSection(schema) ? html` ${typeOf(schema)}` : html``}</p>
${fields.length > 0 ? fieldList(fields) : html``}`;
}

/** Headers of some responses. */
const headerFields = (document: OpenApiDocument, { headers }: StatusResponse, usual: string[]): Field[] =>
  Object.entries(headers)
    .filter(([name]) => !usual.includes(name))
    .map(([name, part]) => {
      const { description } = resolve<Header>(document, part);
      return { name, schema: { type: 'header', description } };
    });

/** The fields of schemas without their own section. */
const bodyFields = (document: OpenApiDocument, schema: Schema | undefined): Field[] =>
  schema && !hasOwnSection(schema) ? fieldsOf(resolve(document, schema)) : [];

/** Error codes with their meaning. */
const errorsOf = (document: OpenApiDocument, { status, content }: StatusResponse) =>
  Object.entries(content?.['application/json']?.examples ?? {}).map(([code, part]) => {
    const { summary } = resolve(document, part);
    return { status, code, url: docsUrl('', code as ErrorCode), summary };
  });

const errors = (document: OpenApiDocument, response: StatusResponse): Html[] =>
  errorsOf(document, response).map(
    ({ status, code, url, summary }) =>
      html`<li><span class="status">${status}</span> <a href="${url}"><code>${code}</code></a> <span>${summary}</span></li>\n`,
  );

/** The same as Markdown. */
export function responsesMarkdown(document: OpenApiDocument, answers: StatusResponse[]): string {
  const good = answers.filter(({ status }) => /^[23]/.test(status));
  const successes = good.map((response) => {
    const schema = response.content?.['application/json']?.schema;
    const fields = [...headerFields(document, response, usualHeaders(answers)), ...bodyFields(document, schema)];
    const type = schema && hasOwnSection(schema) ? ` (${schemaName(schema)})` : '';
    return `${response.status}: ${response.description}${type}\n\n${fieldsMarkdown(fields)}`.trim();
  });
  const bad = answers.filter(({ status }) => /^[45]/.test(status)).flatMap((response) => errorsOf(document, response));
  const codes = bad.map(({ status, code, url, summary }) => `- ${status} [\`${code}\`](${url}): ${summary}`);
  return ['## Response', ...successes, '## Errors', codes.join('\n')].join('\n\n');
}

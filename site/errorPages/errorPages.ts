import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../../shared/contract/errors.ts';
import { errorCodesOf } from '../../shared/contract/operations/errorCodes.ts';
import { OPERATIONS } from '../../shared/contract/operations/index.ts';
import { exampleError } from '../../shared/contract/schemas/commonDocs.ts';
import { docsUrl } from '../../shared/contract/sitePages.ts';
import { EXAMPLE_MESSAGES } from '../../shared/openapi/exampleMessages.ts';
import { codeBox } from '../docs/codeBox.ts';
import type { Docs, Documentation } from '../docs/docsPage.ts';
import { inline } from '../docs/markdown.ts';
import { type Html, html } from '../html.ts';
import { ERROR_ADVICE } from './errorAdvice.ts';

const NAME = 'Error codes';
const INDEX_PATH = '/errors';
const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
const isReserved = (code: ErrorCode): boolean => RESERVED_CODES.includes(code);
const RETURNED = CODES.filter((code) => !isReserved(code));

/** A page for each error code, linked by the `docs` field of errors, and a list of them. */
export function errors(): Documentation {
  const pages = RETURNED.map(codePage);
  const links = [{ path: INDEX_PATH, title: 'All codes' }, ...pages];
  return {
    section: { name: NAME, groups: [{ title: NAME, links }] },
    pages: [indexPage(), ...pages],
    unlisted: RESERVED_CODES.map(codePage),
  };
}

const codePage = (code: ErrorCode): Docs => {
  const { status, meaning } = ERROR_CODES[code];
  const { when, remedy } = ERROR_ADVICE[code];
  const example = isReserved(code) ? 'How it would look' : 'Example';
  return {
    path: docsUrl('', code),
    title: code,
    description: `HTTP ${status} ${code}: ${meaning} When it occurs and what to do about it.`,
    section: NAME,
    body: html`<h1><code>${breakable(code)}</code></h1>
<p class="lead">${statusTag(code)} ${meaning}</p>
<h2 id="when">When it occurs</h2>
${list(when)}${isReserved(code) ? '' : html`<p class="small">${inline(returnedBy(code))}</p>\n`}<h2 id="remedy">What to do</h2>
${list(remedy)}<h2 id="example">${example}</h2>
${codeBox('Body of the response', exampleOf(code), 'json')}`,
    headings: [
      { id: 'when', title: 'When it occurs', depth: 2 },
      { id: 'remedy', title: 'What to do', depth: 2 },
      { id: 'example', title: example, depth: 2 },
    ],
    markdown: [
      `# ${code}`,
      `${statusText(code)}. ${meaning}`,
      '## When it occurs',
      when.map((item) => `- ${item}`).join('\n'),
      ...(isReserved(code) ? [] : [returnedBy(code)]),
      '## What to do',
      remedy.map((item) => `- ${item}`).join('\n'),
      `## ${example}`,
      `\`\`\`json\n${exampleOf(code)}\n\`\`\`\n`,
    ].join('\n\n'),
  };
};

const list = (items: readonly string[]): Html => html`<ul>
${items.map((item) => html`<li>${inline(item)}</li>\n`)}</ul>
`;

/** The operations that can return a code, as inline Markdown. */
function returnedBy(code: ErrorCode): string {
  const returning = OPERATIONS.filter((operation) => errorCodesOf(operation).includes(code));
  if (returning.length === OPERATIONS.length) return 'Any operation can return it.';
  return `Returned by ${returning.map(({ id }) => `[${id}](/api/${id})`).join(', ')}.`;
}

/** Long names break at their underscores, not within a word. */
const breakable = (code: ErrorCode): Html[] =>
  code.split('_').map((word, index) => (index === 0 ? html`${word}` : html`_<wbr>${word}`));

const statusText = (code: ErrorCode): string =>
  `${isReserved(code) ? 'Reserved, ' : ''}HTTP ${ERROR_CODES[code].status}`;

const statusTag = (code: ErrorCode): Html => html`<span class="tag">${statusText(code)}</span>`;

const exampleOf = (code: ErrorCode): string => JSON.stringify(exampleError(code, EXAMPLE_MESSAGES[code]), null, 2);

const FIELDS = [
  ['code', 'One of the codes below. Programs should look at this.'],
  ['message', 'What is wrong with this request, for people. Its wording may change.'],
  ['docs', 'The URL of the page here that explains the code.'],
  ['requestId', 'Finds the request in the service’s log. Every response also has it in the header `X-Request-Id`.'],
  ['issues', 'Only if a submission breaks [field rules](/guide/fields): one item for each invalid field.'],
] as const;

const RESERVED = `The contract also reserves ${RESERVED_CODES.map((code) => `[\`${code}\`](${docsUrl('', code)})`).join(' and ')}, which no operation returns.`;

function indexPage(): Docs {
  const lead = 'Every error of the API has the first four of these fields.';
  const items = RETURNED.map(
    (code) => `- [\`${code}\`](${docsUrl('', code)}), ${statusText(code)}: ${ERROR_CODES[code].meaning}`,
  );
  return {
    path: INDEX_PATH,
    title: NAME,
    description: 'Every error code of the API with its status, its meaning and what to do about it.',
    section: 'Documentation',
    body: html`<h1>${NAME}</h1>
<p class="lead">${lead}</p>
<dl class="fields">
${FIELDS.map(([name, text]) => html`<div><dt><code>${name}</code></dt><dd>${inline(text)}</dd></div>\n`)}</dl>
${codeBox('Body of a response', exampleOf('NOT_FOUND'), 'json')}
<h2 id="codes">Codes</h2>
<ul class="codes">
${RETURNED.map((code) => html`<li><a href="${docsUrl('', code)}"><code>${breakable(code)}</code></a> ${statusTag(code)} <span>${ERROR_CODES[code].meaning}</span></li>\n`)}</ul>
<p>${inline(RESERVED)}</p>`,
    markdown: `# ${NAME}\n\n${lead}\n\n${FIELDS.map(([name, text]) => `- \`${name}\`: ${text}`).join('\n')}\n\n\`\`\`json\n${exampleOf('NOT_FOUND')}\n\`\`\`\n\n## Codes\n\n${items.join('\n')}\n\n${RESERVED}\n`,
  };
}

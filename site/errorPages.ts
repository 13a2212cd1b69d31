import { ERROR_CODES, type ErrorCode, RESERVED_CODES } from '../shared/contract/errors.ts';
import { exampleError } from '../shared/contract/schemas/commonDocs.ts';
import { docsUrl } from '../shared/contract/sitePages.ts';
import { EXAMPLE_MESSAGES } from '../shared/openapi/exampleMessages.ts';
import { codeBox } from './code.ts';
import { articlePage } from './document.ts';
import { ERROR_ADVICE } from './errorAdvice.ts';
import { type Html, html } from './html.ts';
import type { SitePage } from './sitePage.ts';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

/** A page for each error code, where the `docs` field of an error leads, and one that lists them. */
export const errorPages = (): SitePage[] => [indexPage(), ...CODES.map(codePage)];

const codePage = (code: ErrorCode): SitePage => {
  const { status, meaning } = ERROR_CODES[code];
  const { when, remedy } = ERROR_ADVICE[code];
  return articlePage({
    path: docsUrl('', code),
    title: `${code} · Error codes · Forms backend`,
    description: `HTTP ${status} ${code}: ${meaning} When it is answered and what to do about it.`,
    body: html`<p class="crumb"><a href="/errors">All error codes</a></p>
<h1><code>${breakable(code)}</code></h1>
<p class="lead">${statusTag(code)} ${meaning}</p>
<h2>When it is answered</h2>
<ul>
${when.map((item) => html`<li>${item}</li>\n`)}</ul>
<h2>What to do</h2>
<ul>
${remedy.map((item) => html`<li>${item}</li>\n`)}</ul>
<h2>${isReserved(code) ? 'How it would look' : 'Example'}</h2>
${exampleOf(code)}`,
  });
};

const isReserved = (code: ErrorCode): boolean => RESERVED_CODES.includes(code);

/** Long names break at their underscores, not within a word. */
const breakable = (code: ErrorCode): Html[] =>
  code.split('_').map((word, index) => (index === 0 ? html`${word}` : html`_<wbr>${word}`));

const statusTag = (code: ErrorCode): Html =>
  html`<span class="tag">${isReserved(code) ? 'Reserved, ' : ''}HTTP ${ERROR_CODES[code].status}</span>`;

const exampleOf = (code: ErrorCode): Html => {
  const body = exampleError(code, EXAMPLE_MESSAGES[code]);
  return codeBox('Body of the answer', JSON.stringify(body, null, 2), 'json');
};

const indexPage = (): SitePage =>
  articlePage({
    path: '/errors',
    title: 'Error codes · Forms backend',
    description: 'Every error code of the API with its status, its meaning and what to do about it.',
    body: html`<h1>Error codes</h1>
<p class="lead">Every error of the API has the same four fields.</p>
<dl class="fields">
<div><dt><code>code</code></dt><dd>One of the codes below. This is what a program should look at.</dd></div>
<div><dt><code>message</code></dt><dd>What is wrong with this request, for a person to read. Its wording may change.</dd></div>
<div><dt><code>docs</code></dt><dd>The address of the page here that explains the code.</dd></div>
<div><dt><code>requestId</code></dt><dd>Finds the request in the service’s log. Every response has it in the header <code>X-Request-Id</code> too.</dd></div>
</dl>
${exampleOf('NOT_FOUND')}
<h2>Codes</h2>
<ul class="codes">
${CODES.map((code) => html`<li><a href="${docsUrl('', code)}"><code>${breakable(code)}</code></a> ${statusTag(code)} <span>${ERROR_CODES[code].meaning}</span></li>\n`)}</ul>`,
  });

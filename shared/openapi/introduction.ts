import { KEY_SECRET_HEADER, REQUEST_ID_HEADER } from '../contract/headers.ts';
import { BODY_BYTES_MAX, ITEMS_PER_PAGE_MAX } from '../contract/limits.ts';
import { docsUrl } from '../contract/sitePages.ts';

/** What to know before any operation; `text` is CommonMark with links within the site. */
export interface Section {
  title: string;
  text: string;
}

const codeLink = (code: Parameters<typeof docsUrl>[1]): string => `[\`${code}\`](${docsUrl('', code)})`;

export const SUMMARY =
  'Receives what HTML forms send, stores it, announces it by mail, and hands it out over this API.';

export const INTRODUCTION: readonly Section[] = [
  {
    title: 'Authentication',
    text: `Every operation but *Create a submission* takes an API key in the header \`Authorization: Bearer fbk_…\`. The commands expect it in a variable:

\`\`\`sh
export KEY=fbk_…
\`\`\`

The operator of the service makes the first key of a workspace; a key makes more over the API. One with the permission \`write\` may call every operation, one with \`read\` those that change nothing. A new key’s secret is shown once, in the response header \`${KEY_SECRET_HEADER}\`. Never put a key into a web page: forms need none.

A key that is missing, malformed, unknown, deleted or expired gets one and the same ${codeLink('UNAUTHORIZED')}. One that may only read gets ${codeLink('FORBIDDEN')} from an operation that writes. What belongs to another workspace is ${codeLink('NOT_FOUND')}, as if it did not exist.`,
  },
  {
    title: 'Requests and responses',
    text: `Bodies are JSON in UTF-8, of at most ${BODY_BYTES_MAX.toLocaleString('en')} bytes, with \`Content-Type: application/json\`. Only *Create a submission* takes the encodings of HTML forms too. Unknown fields are ignored. Times are UTC, written \`YYYY-MM-DD HH:MM:SS.ffffff\`.

Every response has the request’s id in the header \`${REQUEST_ID_HEADER}\`: give it to the operator when something is wrong. Scripts of any origin may call, without cookies.`,
  },
  {
    title: 'Lists',
    text: `Lists come in pages. \`page\` counts from 1; \`limit\` is how many items a page has, at most ${ITEMS_PER_PAGE_MAX}, which is also the default. The response has the items and, in \`_metadata\`, \`totalPages\`, \`page\` and \`itemsPerPage\`, the limit in force. An empty list has one empty page; a page past the last is ${codeLink('NOT_FOUND')}.`,
  },
  {
    title: 'Errors',
    text: `Every error is a JSON object of four strings: \`code\` for programs, \`message\` for people, \`docs\` with the address of a page that explains the code, and \`requestId\`. Each operation lists the codes that it answers; [all errors](/errors) are explained on pages of their own.

Reads, updates and deletes can be repeated safely after ${codeLink('TOO_MANY_REQUESTS')}, ${codeLink('INTERNAL_SERVER_ERROR')} or ${codeLink('GATEWAY_TIMEOUT')}; before a create is repeated, look whether it worked.`,
  },
  {
    title: 'Generated clients',
    text: `This reference is made from an [OpenAPI 3.1 document](/openapi.json), which allows no request that the service refuses, apart from what depends on what is stored. It is stricter in a few places: hosts in IPv6, addresses at internationalised domains and blocked terms in rarer scripts are accepted but have no pattern. \`openapi-typescript\` makes types from it with its default options; the service’s own tests use them. Other generators are not part of these tests. Those that know no lists in \`multipart/form-data\` find a schema without any.`,
  },
];

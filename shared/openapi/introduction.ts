import { KEY_SECRET_HEADER, REQUEST_ID_HEADER } from '../contract/headers.ts';
import { BODY_BYTES_MAX, ITEMS_PER_PAGE_MAX } from '../contract/limits.ts';
import { docsUrl } from '../contract/sitePages.ts';

/** The introduction to all operations; `text` is CommonMark with links within the site. */
export interface Section {
  title: string;
  text: string;
}

const codeLink = (code: Parameters<typeof docsUrl>[1]): string => `[\`${code}\`](${docsUrl('', code)})`;

export const SUMMARY = 'Stores what HTML forms send, notifies you by mail and webhook, and serves it over this API.';

export const INTRODUCTION: readonly Section[] = [
  {
    title: 'Authentication',
    text: `Operations need an API key in the header \`Authorization: Bearer fbk_…\`, except those for forms, links in mails and signing in, which say so. The commands expect it in a variable:

\`\`\`sh
export KEY=fbk_…
\`\`\`

The operator of the service creates a workspace’s first key; keys create further ones over the API. A key with the permission \`write\` can call every operation, one with \`read\` those that change nothing. A key can also be limited to some endpoints (\`endpointIds\`) and groups of operations (\`allows\`). A new key’s secret is returned once, in the response header \`${KEY_SECRET_HEADER}\`. Never put a key into a web page: forms need none.

A missing, malformed, unknown, deleted or expired key always gets the same ${codeLink('UNAUTHORIZED')}. A read-only key gets ${codeLink('FORBIDDEN')} from operations that write, and so does a key from those that its limits exclude. Data of another workspace, or of an endpoint beyond a key’s limits, is ${codeLink('NOT_FOUND')}, as if it did not exist.`,
  },
  {
    title: 'Requests and responses',
    text: `Bodies are JSON in UTF-8, of at most ${BODY_BYTES_MAX.toLocaleString('en')} bytes, with \`Content-Type: application/json\`. *Create a submission* also accepts the encodings of HTML forms. Unknown fields are ignored. Times are in UTC: \`YYYY-MM-DD HH:MM:SS.ffffff\`.

Every response has the request’s id in the header \`${REQUEST_ID_HEADER}\`: give it to the operator if something is wrong. Scripts of any origin can call the API, without cookies.`,
  },
  {
    title: 'Lists',
    text: `Lists have pages. \`page\` starts at 1; \`limit\` is the number of items per page, at most ${ITEMS_PER_PAGE_MAX}, which is also the default. The response has the items and, in \`_metadata\`, \`totalPages\`, \`page\` and \`itemsPerPage\`, the limit in force. An empty list has one empty page; a page past the last is ${codeLink('NOT_FOUND')}.

Page numbers shift while submissions arrive or are deleted, so that reading page by page repeats some and misses others. To read everything, use [*Search submissions*](/api/searchSubmissions) without a query, with \`order=oldest\`, and repeat it with the \`cursor\` of each response until \`done\`.`,
  },
  {
    title: 'Errors',
    text: `Every error is a JSON object with four strings: \`code\` for programs, \`message\` for people, \`docs\` with the URL of a page that explains the code, and \`requestId\`. A submission that breaks field rules also gets \`issues\`. Each operation lists the codes that it returns; [each error](/errors) has a page of its own.

Reads, updates and deletes can be repeated safely after ${codeLink('TOO_MANY_REQUESTS')}, ${codeLink('INTERNAL_SERVER_ERROR')} or ${codeLink('GATEWAY_TIMEOUT')}; before you repeat a create, or an update with \`rotateSecret\`, check whether it worked.`,
  },
  {
    title: 'Generated clients',
    text: `This reference is generated from an [OpenAPI 3.1 document](/openapi.json). Every request that it allows is accepted, except for what depends on stored data, and submissions beyond the limits that their schema describes. It is stricter than the service in a few cases: IPv6 hosts, email addresses at internationalized domains and blocked terms in rarer scripts are accepted but do not match its patterns. \`openapi-typescript\` generates types from it with default options, which the service’s own tests use. Forms have a schema without lists, since some generators do not support them.

These generators were run with their default options in November 2026. Each client created an endpoint, sent a submission, listed it, and read an error, with the running service; only Go’s was also checked by its compiler:

| Generator | Version | Client | Remarks |
| --- | --- | --- | --- |
| openapi-typescript | 7.13.0 | TypeScript 5.9, openapi-fetch 0.17.0 | The [guide](/guide/api#use-a-typed-client)’s client. |
| openapi-generator \`typescript-fetch\` | 7.14.0 | TypeScript | \`_metadata\` is \`metadata\` in its types. An error is a \`ResponseError\`, whose body is JSON. |
| openapi-generator \`go\` | 7.14.0 | Go 1.26 | \`_metadata\` is the field \`Metadata\`. |
| openapi-generator \`python\` | 7.14.0 | Python 3.11 | \`_metadata\` is \`metadata\`. An error is an \`ApiException\`. Its \`pyproject.toml\` names a license in a form that recent versions of setuptools refuse: correct it, or use the package from its folder. |
| openapi-python-client | 0.29.1 | Python 3.11 | \`_metadata\` is \`field_metadata\`. It leaves out the body in \`text/plain\`. |

The name \`_metadata\` is part of the contract: generators whose languages do not allow or treat such names specially rename it in code, never in JSON.`,
  },
];

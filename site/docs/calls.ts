import { OPERATIONS, type Operation } from '../../shared/contract/operations/index.ts';
import { docsOf } from '../../shared/openapi/operationDocs.ts';
import { API_PLACEHOLDER } from '../placeholders.ts';
import type { CodeLanguage } from './highlight.ts';
import type { Variant } from './tabs.ts';

/** An API request that examples show in several languages. */
export interface Call {
  operation: Operation;
  /** The values of path and query parameters. */
  params: Record<string, string>;
  query: Record<string, string>;
  json?: unknown;
  /** The response header with a secret that is shown once. */
  secretHeader?: string | undefined;
}

/** An operation's first example, which the reference shows. */
export function exampleCall(operation: Operation): Call {
  const docs = docsOf(operation.id);
  const [body] = Object.values(docs.body ?? {});
  const shown = Object.entries(docs.query).filter(([, { isLeftOut }]) => !isLeftOut);
  const textOf = ([name, { example }]: [string, { example?: unknown }]) => [name, String(example)];
  return {
    operation,
    params: Object.fromEntries(Object.entries(docs.params).map(textOf)),
    query: Object.fromEntries(shown.map(textOf)),
    ...(body && { json: body.value }),
    secretHeader: docs.responseHeader,
  };
}

/**
 * Parses `guide/examples/*.http`: method and path, then the body.
 * @throws Error if no operation matches
 */
export function parseCall(text: string): Call {
  const [, method, path = '', query, , body] = /^(\w+) ([^\s?]+)(?:\?(\S+))?(\n([\s\S]+))?$/.exec(text.trim()) ?? [];
  for (const operation of OPERATIONS as readonly Operation[]) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '([A-Z][\\w-]*)')}$`).exec(path);
    if (operation.method !== method || !values) continue;
    return {
      operation,
      params: Object.fromEntries(names.map((name, place) => [name, values[place + 1] ?? ''])),
      query: Object.fromEntries(new URLSearchParams(query)),
      ...(body && { json: JSON.parse(body) }),
      secretHeader: docsOf(operation.id).responseHeader,
    };
  }
  throw new Error(`No operation matches ${text}`);
}

const pathOf = ({ operation, params }: Call): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');

const searchOf = ({ query }: Call): string => {
  const text = String(new URLSearchParams(query));
  return text === '' ? '' : `?${text}`;
};

/** Expects the API's URL in `API` and the key in `KEY`. */
export function curlOf(call: Call, body: string): string {
  const { method } = call.operation;
  const verb = method === (body === '' ? 'GET' : 'POST') ? '' : ` -X ${method}`;
  return [
    `curl${call.secretHeader ? ' -i' : ''}${verb} "$API${pathOf(call)}${searchOf(call)}"`,
    ...(call.operation.permission === 'public' ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(body === '' ? [] : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll('\n', '\n  ')}'`]),
  ].join(' \\\n  ');
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
const AUTHORIZATION = 'Authorization: `Bearer ${process.env.KEY}`';

/** The way to read a response: JSON, or the file or page that it leads to. */
const READING = {
  200: 'const result = await response.json();',
  302: 'const file = await response.blob();',
  303: 'const page = await response.text();',
};

/** JavaScript without packages. */
export function fetchOf(call: Call): string {
  const { operation, json } = call;
  const headers = [
    ...(operation.permission === 'public' ? [] : [AUTHORIZATION]),
    ...(json === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const init = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((header) => `    ${header},`), '  },'] : []),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${literal(json, '  ')}),`]),
  ];
  const url = `'${API_PLACEHOLDER}${pathOf(call)}${searchOf(call)}'`;
  return [
    `const response = await fetch(${url}, {`,
    ...init,
    '});',
    READING[operation.redirectStatus ?? 200],
    ...secretOf(call),
  ].join('\n');
}

/** TypeScript with `openapi-fetch`. */
export function clientOf(call: Call): string {
  const { operation, params, query, json } = call;
  const given = {
    ...(Object.keys(params).length > 0 && { path: params }),
    ...(Object.keys(query).length > 0 && { query: typed(query) }),
  };
  const init = [
    ...(Object.keys(given).length > 0 ? [`  params: ${literal(given, '  ')},`] : []),
    ...(json === undefined ? [] : [`  body: ${literal(json, '  ')},`]),
    ...(operation.redirectStatus === undefined
      ? []
      : [`  parseAs: '${operation.redirectStatus === 302 ? 'blob' : 'text'}',`]),
  ];
  const results = ['data', 'error', ...(call.secretHeader ? ['response'] : [])].join(', ');
  const options = init.length > 0 ? [', {\n', init.join('\n'), '\n}'].join('') : '';
  return [
    `const { ${results} } = await client.${operation.method}('${operation.path}'${options});`,
    ...secretOf(call),
  ].join('\n');
}

/** A call in several languages. */
export const callVariants = (call: Call, curl: string): Variant[] => [
  variant('curl', curl, 'sh'),
  variant('fetch', fetchOf(call), 'js'),
  variant('Typed client', clientOf(call), 'ts'),
];

const variant = (label: string, code: string, language: CodeLanguage): Variant => ({
  label,
  codes: [{ caption: label, code, language }],
});

const secretOf = ({ secretHeader }: Call): string[] =>
  secretHeader ? [`const secret = response.headers.get('${secretHeader}');`] : [];

/** Query parameters with the client's types. */
const typed = (query: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      /^(?:\d{1,9}|true|false)$/.test(value) ? JSON.parse(value) : value,
    ]),
  );

/** Longer lists and objects are broken into lines. */
const LINE_LENGTH_MAX = 64;

/** A value as a JavaScript literal. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${keyOf(name)}: ${literal(item, inner)}`);
  const space = open === '{' && parts.length > 0 ? ' ' : '';
  const flat = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (flat.length <= LINE_LENGTH_MAX && !flat.includes('\n')) return flat;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);

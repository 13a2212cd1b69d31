import { takesForms } from '../contract/operations/define.ts';
import type { Operation } from '../contract/operations/index.ts';
import { SUBMISSION_SCHEMAS } from '../contract/schemas/submissions/submissionDocs.ts';
import { type Docs, docsOf } from './operationDocs.ts';

/** A curl command for a shell with the key in the variable `KEY`. */
interface Sample {
  lang: 'Shell';
  label: string;
  source: string;
}

/** Commands for the operation's first example body, and for its first form if it accepts any. */
export function curlSamples(operation: Operation, apiUrl: string): Sample[] {
  const docs = docsOf(operation.id);
  const json = Object.values(docs.body ?? {})[0]?.value;
  const samples = [sample('curl', command(operation, docs, apiUrl, json === undefined ? [] : jsonArguments(json)))];
  if (takesForms(operation)) {
    const form = formArguments(SUBMISSION_SCHEMAS.SubmissionForm.example);
    samples.push(sample('curl, as a form', command(operation, docs, apiUrl, form)));
  }
  return samples;
}

const sample = (label: string, source: string): Sample => ({ lang: 'Shell', label, source });

function command(
  { method, path, permission, redirectStatus }: Operation,
  docs: Docs,
  apiUrl: string,
  body: string[],
): string {
  const url = apiUrl + path.replace(/\{(\w+)\}/g, (_, name) => String(docs.params[name]?.example)) + queryOf(docs);
  const withHeaders = docs.responseHeader === undefined ? '' : ' -i';
  // Follows the redirect and saves the file.
  const following = redirectStatus === 302 ? ' -L -o file' : '';
  const verb = method === (body.length > 0 ? 'POST' : 'GET') ? '' : ` -X ${method}`;
  const authorization = permission === 'public' ? [] : ['-H "Authorization: Bearer $KEY"'];
  return [
    `curl${withHeaders}${following}${verb} ${url.includes('?') ? quote(url) : url}`,
    ...authorization,
    ...body,
  ].join(' \\\n  ');
}

function queryOf({ query }: Docs): string {
  const shown = Object.entries(query).filter(([, { isLeftOut }]) => !isLeftOut);
  const pairs = shown.map(([name, { example }]) => `${name}=${encodeURIComponent(example)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const jsonArguments = (value: unknown): string[] => [
  "-H 'Content-Type: application/json'",
  `-d ${quote(JSON.stringify(value, null, 2).replaceAll('\n', '\n  '))}`,
];

const formArguments = (fields: Record<string, string | string[]>): string[] =>
  Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => `--data-urlencode ${quote(`${name}=${value}`)}`),
  );

/** Shells take everything in single quotes literally, except the quote itself. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

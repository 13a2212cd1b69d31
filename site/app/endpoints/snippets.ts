import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { formOf } from '../../../shared/fields/formSnippet.ts';
import { apiUrl } from '../api/client.ts';
import { TEXTS } from '../texts/texts.ts';
import { sampleData } from './sampleData.ts';

const jsonOf = (endpoint: Endpoint): string => JSON.stringify(sampleData(endpoint) ?? EXAMPLE);
const EXAMPLE = { email: 'ada@example.com', message: 'Hello' };

const needsFile = ({ fields = [] }: Endpoint): boolean =>
  fields.some(({ type, required }) => type === 'file' && required);

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The fields for curl: as JSON, or with the files that the form requires. */
const curlFields = (endpoint: Endpoint): string[] =>
  needsFile(endpoint)
    ? [
        ...Object.entries(sampleData(endpoint) ?? {}).map(
          ([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`,
        ),
        ...(endpoint.fields ?? [])
          .filter(({ type, required }) => type === 'file' && required)
          .map(({ name }) => `-F ${quoted(`${name}=@YOUR-FILE`)}`),
        "-H 'Accept: application/json'",
      ]
    : [`--json ${quoted(jsonOf(endpoint))}`];

/** The form to paste for an endpoint. */
export const htmlOf = (endpoint: Endpoint): string =>
  formOf(endpoint, { apiUrl, siteUrl: location.origin, choose: TEXTS.use.choose });

/** Code to paste for an endpoint. */
export const SNIPPETS: Record<'html' | 'fetch' | 'curl', (endpoint: Endpoint) => string> = {
  html: htmlOf,
  fetch: (endpoint) => `const response = await fetch('${apiUrl}/v1/f/${endpoint.id}', {
  method: 'POST',
${
  needsFile(endpoint)
    ? "  headers: { Accept: 'application/json' },\n  body: new FormData(document.querySelector('form')),"
    : `  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${jsonOf(endpoint)}),`
}
});
if (!response.ok) throw new Error((await response.json()).message);`,
  curl: (endpoint) => [`curl ${apiUrl}/v1/f/${endpoint.id}`, ...curlFields(endpoint)].join(' \\\n  '),
};

import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../../../shared/contract/schemas/endpoints/endpoint.ts';
import '../../../../support/browser/dashboardModules.ts';

Object.assign(globalThis, { location: { origin: 'https://forms.example.com' } });
const { SNIPPETS } = await import('../../../../../site/app/endpoints/snippets.ts');

const endpointWith = (fields: Endpoint['fields']) => ({ id: 'enp_1', fields }) as Endpoint;

describe('the code for an endpoint', () => {
  const file = { name: 'cv', type: 'file' as const };
  const name = { name: "it's", type: 'text' as const };

  test('sends JSON while no file is required', () => {
    expect(SNIPPETS.curl(endpointWith([name, file]))).toMatch(/ \\\n {2}--json '\{"it'\\''s":"Hello"\}'$/);
    expect(SNIPPETS.fetch(endpointWith([name, file]))).toContain('JSON.stringify');
  });

  test('sends the files that the rules require', () => {
    const curl = SNIPPETS.curl(endpointWith([name, { ...file, required: true }]));
    expect(curl.split(' \\\n  ').slice(1)).toEqual([
      "--form-string 'it'\\''s=Hello'",
      "-F 'cv=@YOUR-FILE'",
      "-H 'Accept: application/json'",
    ]);
    expect(SNIPPETS.fetch(endpointWith([{ ...file, required: true }]))).toContain(
      "new FormData(document.querySelector('form'))",
    );
  });
});

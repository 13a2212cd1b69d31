import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import createClient from 'openapi-fetch';
import { OPERATIONS, type Operation } from '../../../../shared/contract/operations/index.ts';
import { type Call, clientOf, exampleCall, fetchOf, parseCall } from '../../../../site/docs/calls.ts';
import { exampleText } from '../../../../site/guide/examples.ts';
import { API_PLACEHOLDER } from '../../../../site/placeholders.ts';
import { launchProgram, run } from '../../../support/commands.ts';

const KEY = 'fbk_test';
const FILES = readdirSync('site/guide/examples').filter((file) => file.endsWith('.http'));

const calls: [string, Call][] = [
  ...FILES.map((file): [string, Call] => [file, parseCall(exampleText(file))]),
  ...(OPERATIONS as readonly Operation[]).map((operation): [string, Call] => [operation.id, exampleCall(operation)]),
];

interface Said {
  method: string;
  url: string;
  authorization: string | null;
  json: unknown;
}

function expectedOf({ operation, params, query, json }: Call): Said {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  const search = new URLSearchParams(query);
  return {
    method: operation.method,
    url: `${API_PLACEHOLDER.toLowerCase()}${path}${search.size > 0 ? `?${search}` : ''}`,
    authorization: operation.permission === 'public' ? null : `Bearer ${KEY}`,
    json,
  };
}

function recorder() {
  const said: Said[] = [];
  const record = async (input: string | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = await request.text();
    const { method, url, headers } = request;
    const search = new URL(url).searchParams;
    const plainUrl = `${url.split('?')[0]}${search.size > 0 ? `?${search}` : ''}`;
    const json = body === '' ? undefined : JSON.parse(body);
    said.push({ method, url: plainUrl, authorization: headers.get('authorization'), json });
    return new Response('{}', { headers: { 'Content-Type': 'application/json' } });
  };
  return { said, record };
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<void>;

const environment = { env: { KEY } };

describe('code in the guide and the reference', () => {
  test.each(calls)('%s with fetch sends the documented request', async (_name, call) => {
    const { said, record } = recorder();
    await new AsyncFunction('fetch', 'process', fetchOf(call))(record, environment);
    expect(said).toEqual([expectedOf(call)]);
  });

  test.each(calls)('%s with the typed client sends the same', async (_name, call) => {
    const { said, record } = recorder();
    const client = createClient({
      baseUrl: API_PLACEHOLDER,
      headers: { Authorization: `Bearer ${KEY}` },
      fetch: record,
    });
    await new AsyncFunction('client', clientOf(call))(client);
    const authorization = `Bearer ${KEY}`;
    expect(said).toEqual([{ ...expectedOf(call), authorization }]);
  });

  test('for the typed client has the types of the OpenAPI document', async () => {
    expect(await run('test/service/client/generate.ts')).toEqual({ code: 0, stdout: '', stderr: '' });
    const folder = mkdtempSync(join('test/unit/site', 'typed-'));
    try {
      const contract = "import type { paths } from '../../../../.build/client/contract.ts';";
      const client = exampleText('typed-client.ts').replace(/^import type .*$/m, contract);
      const snippets = calls.map(
        ([, call], place) => `async function call${place}() {\n${clientOf(call)}\n}\nvoid call${place};`,
      );
      // The names of results are only for readers.
      writeFileSync(join(folder, 'calls.ts'), [client, ...snippets].join('\n'));
      const config = {
        extends: '../../../../tsconfig.json',
        compilerOptions: { noUnusedLocals: false },
        include: ['calls.ts'],
        exclude: [],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { code, stdout } = await launchProgram(
        process.execPath,
        'node_modules/typescript/bin/tsc',
        '--singleThreaded',
        '--project',
        folder,
      ).ended;
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

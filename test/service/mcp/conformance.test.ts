import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { respond } from '../../../local/http/http.ts';
import { close, listen, newServer } from '../../../local/http/ports.ts';
import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { newWorkspace, outputs } from '../../support/cloud/service.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const PACKAGE = 'node_modules/@modelcontextprotocol/conformance';
const BUILD = '.build/conformance';

/** Scenarios that a server with tools alone can pass, and the checks of them that need something else. */
const APPLICABLE: Record<string, Record<string, Record<string, string>>> = {
  '2026-07-28': {
    'server-stateless': {
      'sep-2575-server-rejects-undeclared-capability': 'needs a tool of the test’s own',
      'sep-2575-missing-capability-http-400': 'needs a tool of the test’s own',
      'sep-2575-http-server-no-independent-requests-on-stream': 'needs a tool of the test’s own',
      'sep-2575-server-no-log-without-loglevel': 'needs a tool of the test’s own',
      'sep-2575-server-sends-subscription-ack': 'there are no subscriptions',
      'sep-2575-server-tags-subscription-id': 'there are no subscriptions',
    },
    'tools-list': {},
    caching: {
      'sep-2549-prompts-list-caching-hints': 'there are no prompts',
      'sep-2549-resources-list-caching-hints': 'there are no resources',
      'sep-2549-resources-templates-list-caching-hints': 'there are no resources',
    },
    'dns-rebinding-protection': {},
    'http-header-validation': {},
    'server-sse-multiple-streams': {},
    'input-required-result-unsupported-methods': {},
    'input-required-result-validate-input': {},
  },
  '2025-11-25': { 'server-initialize': {}, ping: {}, 'tools-list': {}, 'dns-rebinding-protection': {} },
};

/** Why a server with these tools alone cannot pass a required scenario. */
const INAPPLICABLE: [scenarios: RegExp, reason: string][] = [
  [/^tools-call-|^elicitation-|^input-required-result-/, 'calls tools of the test’s own'],
  [/^prompts-/, 'there are no prompts'],
  [/^resources-|resource-not-found$/, 'there are no resources'],
  [/^server-sse-multiple-streams$/, 'there are no sessions'],
  [/^completion-/, 'only prompts and resources have completions'],
  [/^logging-/, 'there are no log messages'],
];

/** The server that the scenarios call: it adds the key, which they cannot send, and takes their requests for its own. */
const server = ofSuite(async () => {
  const { key } = await newWorkspace();
  const { apiUrl } = outputs();
  const proxy = newServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { host, connection, 'content-length': _, origin, ...headers } = incoming.headers;
    const response = await fetch(apiUrl + MCP_PATH, {
      method: incoming.method ?? '',
      headers: {
        ...(headers as Record<string, string>),
        ...(origin && { origin: origin === `http://${host}` ? apiUrl : origin }),
        authorization: `Bearer ${key}`,
      },
      ...(incoming.method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const type = response.headers.get('content-type');
    respond(outgoing, {
      status: response.status,
      headers: type ? { 'Content-Type': type } : {},
      body: await response.text(),
    });
  });
  return { url: (await listen(proxy, 0)).replace('127.0.0.1', 'localhost'), close: () => close(proxy) };
});

mkdirSync(BUILD, { recursive: true });

/** The package’s program. Of Node.js 20 it asks for a function that only another of its commands calls. */
function program(): string {
  const file = join(BUILD, 'program.mjs');
  writeFileSync(file, readFileSync(join(PACKAGE, 'dist/index.js'), 'utf8').replace(/globSync as \w+,/, ''));
  return file;
}

interface Check {
  id: string;
  status: string;
}

async function checksOf(scenario: string, revision: string): Promise<Check[]> {
  const folder = mkdtempSync(join(BUILD, 'results-'));
  try {
    const options = ['server', '--url', server.url, '--scenario', scenario, '--spec-version', revision, '-o', folder];
    // It fails for every failed check.
    await promisify(execFile)(process.execPath, [program(), ...options]).catch(() => undefined);
    const [results = ''] = readdirSync(folder);
    return JSON.parse(readFileSync(join(folder, results, 'checks.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const runs = Object.entries(APPLICABLE).flatMap(([revision, scenarios]) =>
  Object.entries(scenarios).map(([scenario, failing]) => [revision, scenario, failing] as const),
);

test.each(runs)('revision %s: %s passes, except for what does not apply', async (revision, scenario, failing) => {
  const checks = await checksOf(scenario, revision);
  expect(checks.length).toBeGreaterThan(0);
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(({ id }) => id);
  expect([...new Set(failed)].sort()).toEqual(Object.keys(failing).sort());
});

test.each(Object.keys(APPLICABLE))('revision %s: every required scenario is run, or does not apply', (revision) => {
  const [, required = ''] =
    /^server:\n((?: {2}- .*\n)+)/m.exec(readFileSync(join(PACKAGE, `requirements/${revision}.yaml`), 'utf8')) ?? [];
  const scenarios = [...required.matchAll(/- (.+)/g)].map(([, name = '']) => name);
  expect(scenarios.length).toBeGreaterThan(25);
  const unnamed = scenarios.filter(
    (name) => !APPLICABLE[revision]?.[name] && !INAPPLICABLE.some(([some]) => some.test(name)),
  );
  expect(unnamed).toEqual([]);
});

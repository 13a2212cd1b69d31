import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { readDocument } from '../../support/documents.ts';
import type { Json } from '../../support/json.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCHEMAS = 'shared/contract/schemas';

/** What somebody adds who follows a row of the table: lines after the start of a declaration. */
const ADDED: Record<string, [declaration: string, file: string, lines: string][]> = {
  'a field of an endpoint': [
    [
      ...(['FIELDS', `${SCHEMAS}/endpoint.ts`] as const),
      'isPinned: same(z.boolean()), note: optional(textOfLength(1, 200), z.string()),',
    ],
    ['ENDPOINT_DEFAULTS', `${SCHEMAS}/endpoint.ts`, 'isPinned: false,'],
    ['FIELDS', `${SCHEMAS}/endpointDocs.ts`, "isPinned: 'Whether it is first.', note: 'A note.',"],
  ],
  'a field of a webhook': [
    ['FIELDS', `${SCHEMAS}/webhook.ts`, 'isQuiet: same(z.boolean()), caption: optional(z.string(), z.string()),'],
    ['WEBHOOK_DEFAULTS', `${SCHEMAS}/webhook.ts`, 'isQuiet: false,'],
    ['FIELDS', `${SCHEMAS}/webhookDocs.ts`, "isQuiet: 'Whether it is quiet.', caption: 'A caption.',"],
  ],
  'an attribute of a submission': [
    ['SubmissionWithData', `${SCHEMAS}/submission.ts`, 'sentFrom: z.optional(z.string()),'],
    ['SUBMISSION_FIELD_DOCS', `${SCHEMAS}/submissionDocs.ts`, "sentFrom: 'Where the form is.',"],
    ['FACTS', 'site/app/submissions/exported.ts', 'sentFrom: ({ sentFrom }) => sentFrom,'],
    ['SentAttributes', 'shared/storage/submissions.ts', 'campaign: z.optional(z.string()),'],
    ['stored', 'shared/intake/receiveSubmission.ts', "sentFrom: '/contact', campaign: 'spring',"],
  ],
};

function withLines(file: string): string {
  let text = readFileSync(join(ROOT, file), 'utf8');
  for (const [declaration, of, lines] of Object.values(ADDED).flat()) {
    if (of !== file) continue;
    const start = new RegExp(`(?<=^ *(?:export )?const ${declaration}(?:: .*)? = [^{\\n]*{)`, 'm');
    const parts = text.split(start);
    expect([declaration, file, parts.length]).toEqual([declaration, file, 2]);
    text = parts.join(`${lines}\n`);
  }
  return text;
}

/** Runs followFields.ts on the sources with the lines added, all in memory. */
async function follow(): Promise<Json> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'support/followFields.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        // The synthesized policies lack the added fields; the access that they are derived from is checked below.
        name: 'no synthesized policies',
        setup: ({ onLoad }) =>
          onLoad({ filter: /simulator\/rights\.ts$/ }, () => ({
            contents: `import { MemoryTable } from './memoryTable.ts';
              export const asFunction = (_name, perform) => perform;
              export const requireRights = () => {};
              export const tableOf = (_name, items, options) => new MemoryTable(items, options);`,
            resolveDir: join(ROOT, 'test/support/simulator'),
          })),
      },
      {
        name: 'added lines',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: withLines(path.slice(ROOT.length + 1))
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
            loader: 'ts',
          })),
      },
    ],
  });
  const input = outputFiles[0]?.text ?? '';
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input,
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

let found: Json;
beforeAll(async () => {
  found = await follow();
});

test.each(Object.entries(ADDED))('“Where to put what” names all places of %s', (what, added) => {
  const row =
    readDocument('docs/architecture.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${what} |`)) ?? '';
  const named = [...row.matchAll(/`(\w[\w/.]*)`/g)].map(([, name = '']) => name);
  const places = added.flatMap((place) => place.slice(0, 2));
  expect(places.filter((place) => !named.some((name) => place.endsWith(name)))).toEqual([]);
  expect(named.filter((name) => !places.some((place) => place.endsWith(name)))).toEqual([]);
});

describe('a field of an endpoint that was only added there', () => {
  test('is stored, changed, cleared and returned', () => {
    const third = { note: 'third', isPinned: false };
    expect(found.endpoint).toEqual({
      created: { note: 'first', isPinned: true },
      updated: { note: 'second', isPinned: false },
      moved: third,
      refused: expect.stringContaining('note must have 1 to 200 characters'),
      retrieved: third,
      listed: third,
      // Stored before the field existed.
      cleared: { isPinned: false },
    });
  });

  test('is exported as JSON and CSV', () => {
    expect(found.exports.endpoint).toEqual({
      json: { note: 'third', isPinned: false },
      csv: { note: 'third', isPinned: 'false' },
    });
  });

  test('is documented', () => {
    const schemas = ['Endpoint', 'EndpointCreate', 'EndpointUpdate'];
    expect(found.documented).toMatchObject({ note: schemas, isPinned: schemas });
  });
});

test('a field of a webhook that was only added there is stored, changed, returned, exported and documented', () => {
  const updated = { caption: 'second', isQuiet: true };
  expect(found.webhook).toEqual({
    created: { caption: 'first', isQuiet: false },
    updated,
    retrieved: updated,
    listed: updated,
    without: { isQuiet: false },
  });
  expect(found.exports.webhook).toEqual({ json: updated, csv: { caption: 'second', isQuiet: 'true' } });
  const schemas = ['Webhook', 'WebhookCreate', 'WebhookUpdate'];
  expect(found.documented).toMatchObject({ caption: schemas, isQuiet: schemas });
});

describe('an attribute of a submission that was only added there', () => {
  test('is stored, kept when flags change or its sender confirms, and returned if callers see it', () => {
    const shown = { sentFrom: '/contact' };
    const stored = { ...shown, campaign: 'spring' };
    expect(found.submission).toEqual({
      created: shown,
      updated: shown,
      retrieved: shown,
      listed: shown,
      found: shown,
      confirmed: shown,
      stored,
      storedConfirmed: stored,
    });
  });

  test('is exported as JSON and CSV, also while it is pending', () => {
    const both = { json: { sentFrom: '/contact' }, csv: { sentFrom: '/contact' } };
    expect(found.exports).toMatchObject({ submission: both, pending: both });
    expect(found.exports.dashboard).toEqual(both.csv);
    expect(JSON.stringify(found.exports)).not.toContain('spring');
  });

  test('is documented', () => {
    expect(found.documented.sentFrom).toEqual(['Submission', 'SubmissionWithData', 'FoundSubmission']);
  });
});

test('functions have the right to read and write what was added', () => {
  expect(found.denied).toEqual([]);
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  bundleFunctions,
  DEPLOYMENT_FUNCTIONS,
  OTHER_FUNCTIONS,
} from '../../../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { EXAMPLE_IDS } from '../../../../../shared/contract/schemas/commonDocs.ts';

/** Start-up time grows with size, most of which is DynamoDB's client and document client. */
/** With the settings `maxSubmissions`, `keep` and `keepSpamDays`, repetitions at closed endpoints, limits of keys, known senders, entries of the audit log, and members. */
const BYTES_MAX = 327_000;
const OTHERS: Record<string, number> = {
  // It needs no SDK.
  fallback: 10_000,
  // It needs no SDK of AWS, but that of the Model Context Protocol, and the documents that describe its tools.
  mcp: 451_000,
  // Mails, confirmations and webhooks: SES and SQS; digests without submissions that are due.
  notifySubmission: 389_800,
};
/** Functions that use neither the page index nor spam checks, patterns, webhooks, SQS, SES and S3 are smaller. */
const MEDIAN_BYTES_MAX = 279_300;
/**
 * Code that functions load later: `createSubmission` the inspection of files with the first file, field rules with the
 * first submission to an endpoint with rules, and 165 kB of character sets with the first that is not UTF-8; the others the check of an endpoint's field rules.
 */
const LATER_BYTES_MAX: Record<string, number> = {
  // With the page that shows an owner's own text.
  createSubmission: 323_500,
  createEndpoint: 50_000,
  updateEndpoint: 50_000,
};
const SPLIT = Object.keys(LATER_BYTES_MAX);
const folderOf = bundleFunctions();

const FUNCTIONS = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS];
const fileOf = (functionId: string) => join(folderOf(functionId), 'index.mjs');

interface Loaded {
  exports: string[];
  /** A function's response to an event, or its error. */
  outcome: string;
}

/** Loads all bundles in a thread with an empty environment, and invokes their functions. */
async function loadBare(): Promise<Record<string, Loaded>> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    async function load([id, file]) {
      const module = await import(file);
      const exports = Object.entries(module).map(([name, value]) => name + ': ' + typeof value).sort();
      const outcome = await module.handler({}, {}).then(JSON.stringify, String);
      return [id, { exports, outcome }];
    }
    Promise.all(workerData.map(load)).then((all) => parentPort.postMessage(Object.fromEntries(all)));`;
  const workerData = FUNCTIONS.map((id) => [id, pathToFileURL(fileOf(id)).href]);
  const worker = new Worker(source, { eval: true, workerData, env: {}, stderr: true });
  try {
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

function startOf(file: string): string[] {
  const imported = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)"(\.\/[^"]+\.mjs)"/g)];
  return [file, ...imported.flatMap(([, name = '']) => startOf(join(dirname(file), name)))];
}

const sizeOf = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + statSync(file).size, 0);

const filesOf = (functionId: string): string[] =>
  readdirSync(folderOf(functionId)).map((name) => join(folderOf(functionId), name));

test('every function has a single bundle, except those that load a part later', () => {
  expect(readdirSync(dirname(folderOf('fallback'))).sort()).toEqual([...FUNCTIONS].sort());
  for (const id of FUNCTIONS.filter((id) => !SPLIT.includes(id)))
    expect(readdirSync(folderOf(id))).toEqual(['index.mjs']);
});

test.each([
  ['createSubmission', 'what inspects files', 'x-amz-copy-source'],
  ['createEndpoint', 'the check of field rules', 'must not be more than maxLength'],
  ['updateEndpoint', 'the check of field rules', 'must not be more than maxLength'],
])('%s only loads %s when needed, within a size limit', (id, _what, text) => {
  const hasText = (file: string) => readFileSync(file, 'utf8').includes(text);
  expect(filesOf(id).filter(hasText).length).toBe(1);
  expect(startOf(fileOf(id)).filter(hasText)).toEqual([]);
  expect(sizeOf(filesOf(id)) - sizeOf(startOf(fileOf(id)))).toBeLessThanOrEqual(LATER_BYTES_MAX[id] ?? 0);
});

test.each(FUNCTIONS.map((id) => [id, OTHERS[id] ?? BYTES_MAX] as const))('%s has at most %i bytes', (id, bytesMax) => {
  expect(sizeOf(startOf(fileOf(id)))).toBeLessThanOrEqual(bytesMax);
});

test(`half of the functions have at most ${MEDIAN_BYTES_MAX} bytes`, () => {
  const sizes = FUNCTIONS.map((id) => sizeOf(startOf(fileOf(id)))).sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(MEDIAN_BYTES_MAX);
});

test.each(FUNCTIONS.filter((id) => id !== 'mcp'))('%s contains no code that only documents need', (id) => {
  const source = readFileSync(fileOf(id), 'utf8');
  for (const example of Object.values(EXAMPLE_IDS)) expect(source).not.toContain(example);
});

test.each([
  ['notifySubmission', '/v2/email/outbound-emails', '/v2/email/outbound-bulk-emails'],
  ['deploySite', 'InvalidationBatch', 'StreamingDistributionConfig'],
])('%s contains only AWS operations that it calls', (id, called, other) => {
  const source = readFileSync(fileOf(id), 'utf8');
  expect(source).toContain(called);
  expect(source).not.toContain(other);
});

describe('in any environment', () => {
  let loaded: Record<string, Loaded>;
  beforeAll(async () => {
    loaded = await loadBare();
  });

  test.each(FUNCTIONS)('%s loads without settings, and names the missing ones at its first event', (id) => {
    const { exports, outcome } = loaded[id] ?? {};
    expect(exports).toEqual(['createHandler: function', 'handler: function']);
    if (id !== 'deploySite') expect(outcome).toMatch(/^Error: not set: [A-Z_]+(?:, [A-Z_]+)*$/);
  });
});

import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bundleFunctions, DEPLOYMENT_FUNCTIONS, OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { EXAMPLE_IDS } from '../../../shared/contract/schemas/commonDocs.ts';
import { removeFolder } from '../../support/cloudProcess.ts';

/** Start-up time grows with size, most of which is DynamoDB's client. */
const BYTES_MAX = 250_000;
/** What works with the page index, checks submissions for spam or compares texts, what knows webhooks' addresses and
 * calls SQS, SES or S3, has more. */
const LARGER: Record<string, number> = {
  listSubmissions: 255_000,
  listStatistics: 255_000,
  retrieveStatistics: 255_000,
  retrieveDeliveries: 255_000,
  indexSubmissions: 275_000,
  searchSubmissions: 265_000,
  createSubmission: 270_000,
  retrieveChallenge: 260_000,
  retrieveWebhook: 254_000,
  deleteWebhook: 254_000,
  listWebhooks: 254_000,
  listWebhookDeliveries: 258_000,
  createWebhook: 269_000,
  updateWebhook: 269_000,
  testWebhook: 273_000,
  replayWebhookDeliveries: 289_000,
  sendWebhook: 279_000,
  notifySubmission: 372_000,
  deploySite: 470_000,
};
const FALLBACK_BYTES_MAX = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'forms-bundles-'));
let folderOf: (functionId: string) => string;

beforeAll(() => {
  folderOf = bundleFunctions(folder);
});
afterAll(() => removeFolder(folder));

const FUNCTIONS = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS];
const fileOf = (functionId: string) => join(folderOf(functionId), 'index.mjs');

interface Loaded {
  exports: string[];
  /** What its function answered to an event, or how it failed. */
  outcome: string;
}

/** Loads a module in a thread of its own, without anything in its environment, and hands its function an event. */
async function loadBare(file: string): Promise<Loaded> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData).then(async (module) => {
      const exports = Object.entries(module).map(([name, value]) => name + ': ' + typeof value).sort();
      const outcome = await module.handler({}, {}).then(JSON.stringify, String);
      parentPort.postMessage({ exports, outcome });
    });`;
  const worker = new Worker(source, { eval: true, workerData: pathToFileURL(file).href, env: {}, stderr: true });
  try {
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

test('every function has one bundle and nothing beside it', () => {
  expect(readdirSync(folder).sort()).toEqual([...FUNCTIONS].sort());
  for (const id of FUNCTIONS) expect(readdirSync(folderOf(id))).toEqual(['index.mjs']);
});

test.each(FUNCTIONS.map((id) => [id, LARGER[id] ?? BYTES_MAX] as const))('%s has at most %i bytes', (id, bytesMax) => {
  expect(statSync(fileOf(id)).size).toBeLessThanOrEqual(bytesMax);
});

test.each(FUNCTIONS)('%s has nothing of what only documents need', (id) => {
  const source = readFileSync(fileOf(id), 'utf8');
  for (const example of Object.values(EXAMPLE_IDS)) expect(source).not.toContain(example);
});

test(`the fallback, which needs no SDK, has at most ${FALLBACK_BYTES_MAX} bytes`, () => {
  expect(statSync(fileOf('fallback')).size).toBeLessThanOrEqual(FALLBACK_BYTES_MAX);
});

test.each(FUNCTIONS)('%s loads in any environment, and names what it misses when an event comes', async (id) => {
  const { exports, outcome } = await loadBare(fileOf(id));
  expect(exports).toEqual(['createHandler: function', 'handler: function']);
  if (id !== 'deploySite') expect(outcome).toMatch(/^Error: not set: [A-Z_]+(?:, [A-Z_]+)*$/);
});

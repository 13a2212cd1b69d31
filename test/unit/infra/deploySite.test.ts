import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readAll } from '../../../infra/local/http.ts';
import { addressOf, listen } from '../../../infra/local/ports.ts';
import { API_URL_PLACEHOLDER } from '../../../shared/runtime/publishedSite.ts';
import { fileOf } from '../../../site/files.ts';
import { renderSite } from '../../../site/pages.ts';
import { functionsOf, type SynthesizedStack, synthesizeStack } from '../../support/stack.ts';

const BUCKET = 'pages';
const API_URL = 'https://api.example.com';

interface StoredFile {
  body: string;
  contentType: string | undefined;
  cacheControl: string | undefined;
}

let stack: SynthesizedStack;
let server: Server;
/** What AWS holds, and was told. */
let files: Map<string, StoredFile>;
let invalidations: string[];
let answers: Record<string, unknown>[];
/** The order of what was done to files. */
let deeds: string[];
let refused: (request: string) => boolean;

beforeAll(async () => {
  stack = synthesizeStack();
  server = createServer(async (incoming, outgoing) => {
    const body = (await readAll(incoming)).toString();
    const { status, text } = answerTo(incoming, body);
    outgoing.writeHead(status, { 'Content-Type': 'application/xml' }).end(text);
  });
  await listen(server, 0);
});
beforeEach(() => {
  [files, invalidations, answers, deeds, refused] = [new Map(), [], [], [], () => false];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** S3, CloudFront and the address at which CloudFormation waits, as far as they are asked here. */
function answerTo({ method, url = '', headers }: IncomingMessage, body: string): { status: number; text: string } {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/answer') {
    answers.push({ ...JSON.parse(body), contentType: headers['content-type'] });
    return { status: 200, text: '' };
  }
  if (refused(`${method} ${pathname}`)) return { status: 403, text: '<Error><Code>AccessDenied</Code></Error>' };
  if (pathname.endsWith('/invalidation')) {
    invalidations.push(`${pathname} ${/<Path>(.*?)<\/Path>/.exec(body)?.[1]}`);
    return { status: 201, text: '<Invalidation><Id>I1</Id></Invalidation>' };
  }
  if (method === 'GET') {
    const start = [...files.keys()].indexOf(searchParams.get('continuation-token') ?? '') + 1;
    return { status: 200, text: listing([...files.keys()], start) };
  }
  if (method === 'POST') {
    for (const [, key = ''] of body.matchAll(/<Key>(.*?)<\/Key>/g)) {
      files.delete(key);
      deeds.push(`delete ${key}`);
    }
    return { status: 200, text: '<DeleteResult/>' };
  }
  const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
  files.set(key, { body, contentType: headers['content-type'], cacheControl: headers['cache-control'] });
  deeds.push(`put ${key}`);
  return { status: 200, text: '' };
}

/** One page of the bucket's list: two keys. */
function listing(keys: string[], start: number): string {
  const page = keys.slice(start, start + 2);
  const more = start + 2 < keys.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

/** Runs the function as it is deployed, in a thread of its own, with one event. */
async function deploy(RequestType: 'Create' | 'Update' | 'Delete'): Promise<void> {
  const deployer = functionsOf(stack).find(({ name }) => name === 'deploySite');
  const folder = join(stack.template.folder, `asset.${deployer?.properties.Code.S3Key.replace('.zip', '')}`);
  const event = {
    RequestType,
    RequestId: 'request-1',
    StackId: 'stack-1',
    LogicalResourceId: 'Files',
    ResponseURL: `${addressOf(server)}/answer`,
    ResourceProperties: {
      ServiceToken: 'arn:…',
      bucketName: BUCKET,
      distributionId: 'D1',
      apiUrl: API_URL,
      filesHash: '1',
    },
  };
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file).then(({ handler }) => handler(workerData.event)).then(() => parentPort.postMessage('done'));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: { file: pathToFileURL(join(folder, 'index.mjs')).href, event },
    env: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL: addressOf(server),
      AWS_MAX_ATTEMPTS: '1',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
    stdout: true,
    stderr: true,
  });
  try {
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

const stored = (body = 'old'): StoredFile => ({ body, contentType: undefined, cacheControl: undefined });
const SUCCESS = {
  Status: 'SUCCESS',
  RequestId: 'request-1',
  StackId: 'stack-1',
  LogicalResourceId: 'Files',
  PhysicalResourceId: BUCKET,
};

describe.each(['Create', 'Update'] as const)('%s', (type) => {
  test('puts every page into the bucket, with its type, and with the address of the API', async () => {
    await deploy(type);
    const expected = renderSite({ apiUrl: API_URL_PLACEHOLDER }).map(
      (page) => [fileOf(page), page.body.replaceAll(API_URL_PLACEHOLDER, API_URL), page.contentType] as const,
    );
    expect(new Map([...files].map(([key, { body, contentType }]) => [key, [body, contentType]]))).toEqual(
      new Map(expected.map(([key, body, contentType]) => [key, [body, contentType]])),
    );
    expect(files.get('index.html')?.cacheControl).toContain('max-age=0');
    expect(answers).toEqual([expect.objectContaining(SUCCESS)]);
    expect(invalidations).toEqual(['/2020-05-31/distribution/D1/invalidation /*']);
  });

  test('removes pages of former versions last, and keeps their assets', async () => {
    for (const key of ['gone/index.html', 'assets/old.css', 'also-gone.html', 'index.html']) files.set(key, stored());
    await deploy(type);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['assets/old.css', 'index.html']));
    expect(files.get('index.html')?.body).not.toBe('old');
    expect(deeds.slice(-2).sort()).toEqual(['delete also-gone.html', 'delete gone/index.html']);
  });

  test('tells CloudFormation what went wrong', async () => {
    refused = (request) => request === `PUT /${BUCKET}/index.html`;
    await deploy(type);
    expect(answers).toEqual([
      expect.objectContaining({ ...SUCCESS, Status: 'FAILED', Reason: expect.stringContaining('AccessDenied') }),
    ]);
    expect(invalidations).toEqual([]);
  });
});

test('Delete empties the bucket, so that it can go too', async () => {
  for (const key of ['index.html', 'assets/old.css', '404.html', 'a', 'b']) files.set(key, stored());
  await deploy('Delete');
  expect([...files.keys()]).toEqual([]);
  expect(answers).toEqual([expect.objectContaining(SUCCESS)]);
});

test('the answer has no content type: its address is signed for none', async () => {
  await deploy('Delete');
  expect(answers[0]?.contentType).toBeUndefined();
});

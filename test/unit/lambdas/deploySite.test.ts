import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { bundleFunctions } from '../../../infra/constructs/functions/bundle.ts';
import { LOCAL } from '../../../infra/localService/template.ts';
import { createHandler } from '../../../lambdas/deploySite.ts';
import { readAll } from '../../../local/http/http.ts';
import { listen, serverUrl } from '../../../local/http/ports.ts';
import {
  API_URL_PLACEHOLDER,
  PUBLISHED_FILES_NAME,
  type PublishedFiles,
  SITE_URL_PLACEHOLDER,
} from '../../../shared/runtime/publishedSite.ts';
import { removeFolder } from '../../support/cloud/cloudProcess.ts';
import { single, synthesizeStack } from '../../support/cloud/stack.ts';
import { catchLogs } from '../../support/logged.ts';
import { EVERYTHING } from '../../support/settings.ts';
import { requireRight } from '../../support/simulator/rights.ts';

/** As the stack invokes it. */
const { properties: OF_STACK } = single((await synthesizeStack(EVERYTHING)).template.ofType('Custom::SiteFiles'));
const { bucketName: BUCKET = '', distributionId: DISTRIBUTION = '' } = OF_STACK as Record<string, string>;
const API_URL = 'https://api.example.com';
const SITE_URL = 'https://forms.example.com';

interface StoredFile {
  body: string;
  contentType: string | undefined;
  cacheControl: string | undefined;
}

let server: Server;
let files: Map<string, StoredFile>;
let invalidations: string[];
let answers: Record<string, unknown>[];
let deeds: string[];
let refused: (request: string) => boolean;

beforeAll(async () => {
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
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const BUCKET_ARN = `arn:aws:s3:::${BUCKET}`;
const need = (action: string, resource: string): void => requireRight('deploySite', { action, resource });

function answerTo({ method, url = '', headers }: IncomingMessage, body: string): { status: number; text: string } {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/answer') {
    answers.push({ ...JSON.parse(body), contentType: headers['content-type'] });
    return { status: 200, text: '' };
  }
  if (refused(`${method} ${pathname}`)) return { status: 403, text: '<Error><Code>AccessDenied</Code></Error>' };
  if (pathname.endsWith('/invalidation')) {
    need('cloudfront:CreateInvalidation', `arn:aws:cloudfront::${LOCAL.accountId}:distribution/${DISTRIBUTION}`);
    invalidations.push(`${pathname} ${/<Path>(.*?)<\/Path>/.exec(body)?.[1]}`);
    return { status: 201, text: '<Invalidation><Id>I1</Id></Invalidation>' };
  }
  if (method === 'GET') {
    need('s3:ListBucket', BUCKET_ARN);
    const start = [...files.keys()].indexOf(searchParams.get('continuation-token') ?? '') + 1;
    return { status: 200, text: listing([...files.keys()], start) };
  }
  if (method === 'POST') {
    for (const [, key = ''] of body.matchAll(/<Key>(.*?)<\/Key>/g)) {
      need('s3:DeleteObject', `${BUCKET_ARN}/${key}`);
      files.delete(key);
      deeds.push(`delete ${key}`);
    }
    return { status: 200, text: '<DeleteResult/>' };
  }
  const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
  need('s3:PutObject', `${BUCKET_ARN}/${key}`);
  files.set(key, { body, contentType: headers['content-type'], cacheControl: headers['cache-control'] });
  deeds.push(`put ${key}`);
  return { status: 200, text: '' };
}

function listing(keys: string[], start: number): string {
  const page = keys.slice(start, start + 2);
  const more = start + 2 < keys.length;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

const FILES: PublishedFiles = [
  { key: 'assets/new.css', body: 'a {}', contentType: 'text/css', cacheControl: 'immutable' },
  { key: '404.html', body: 'Not here', contentType: 'text/html', cacheControl: 'max-age=0' },
  {
    key: 'index.html',
    body: `Post to ${API_URL_PLACEHOLDER} from ${SITE_URL_PLACEHOLDER}`,
    contentType: 'text/html',
    cacheControl: 'max-age=0',
  },
];

const eventOf = (RequestType: 'Create' | 'Update' | 'Delete') =>
  ({
    RequestType,
    RequestId: 'request-1',
    StackId: 'stack-1',
    LogicalResourceId: 'Files',
    ResponseURL: `${serverUrl(server)}/answer`,
    ResourceProperties: {
      ServiceToken: 'arn:…',
      bucketName: BUCKET,
      distributionId: DISTRIBUTION,
      apiUrl: API_URL,
      siteUrl: SITE_URL,
      filesHash: '1',
    },
  }) as unknown as CloudFormationCustomResourceEvent;

async function deploy(type: 'Create' | 'Update' | 'Delete'): Promise<void> {
  const client = {
    region: 'us-east-1',
    endpoint: serverUrl(server),
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    maxAttempts: 1,
  };
  const [s3, cloudFront] = [new S3Client(client), new CloudFrontClient(client)];
  const deployer = createHandler({ s3, cloudFront, readFiles: () => FILES });
  await deployer(eventOf(type));
  s3.destroy();
  cloudFront.destroy();
}

/** Invokes the bundle with one event, in a thread, with these files. */
async function deployBundle(files: PublishedFiles): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forms-deploy-'));
  cpSync(bundleFunctions()('deploySite'), folder, { recursive: true });
  writeFileSync(join(folder, PUBLISHED_FILES_NAME), JSON.stringify(files));
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file).then(({ handler }) => handler(workerData.event)).then(() => parentPort.postMessage('done'));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: { file: pathToFileURL(join(folder, 'index.mjs')).href, event: eventOf('Create') },
    env: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL: serverUrl(server),
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
    removeFolder(folder);
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
  test('puts every file into the bucket in order, with its type and the URL of the API', async () => {
    await deploy(type);
    expect(deeds).toEqual(FILES.map(({ key }) => `put ${key}`));
    expect([...files]).toEqual(
      FILES.map(({ key, body, ...headers }) => [
        key,
        { body: body.replace(API_URL_PLACEHOLDER, API_URL).replace(SITE_URL_PLACEHOLDER, SITE_URL), ...headers },
      ]),
    );
    expect(files.get('index.html')?.body).toBe(`Post to ${API_URL} from ${SITE_URL}`);
    expect(answers).toEqual([expect.objectContaining(SUCCESS)]);
    expect(invalidations).toEqual([`/2020-05-31/distribution/${DISTRIBUTION}/invalidation /*`]);
  });

  test('removes pages of former versions last, and keeps their assets', async () => {
    for (const key of ['gone/index.html', 'assets/old.css', 'also-gone.html', 'index.html']) files.set(key, stored());
    await deploy(type);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['assets/old.css', 'index.html']));
    expect(files.get('index.html')?.body).not.toBe('old');
    expect(deeds.slice(-2).sort()).toEqual(['delete also-gone.html', 'delete gone/index.html']);
  });

  test('reports failures to CloudFormation', async () => {
    catchLogs();
    refused = (request) => request === `PUT /${BUCKET}/index.html`;
    await deploy(type);
    expect(answers).toEqual([
      expect.objectContaining({ ...SUCCESS, Status: 'FAILED', Reason: expect.stringContaining('AccessDenied') }),
    ]);
    expect(invalidations).toEqual([]);
  });
});

test('the bundle publishes the files in its folder', async () => {
  await deployBundle(FILES);
  expect([...files.keys()]).toEqual(FILES.map(({ key }) => key));
  expect(answers).toEqual([expect.objectContaining(SUCCESS)]);
});

test('Delete empties the bucket, so that it can be deleted', async () => {
  for (const key of ['index.html', 'assets/old.css', '404.html', 'a', 'b']) files.set(key, stored());
  await deploy('Delete');
  expect([...files.keys()]).toEqual([]);
  expect(answers).toEqual([expect.objectContaining(SUCCESS)]);
});

test('the response is sent without a content type, because its URL is signed without one', async () => {
  await deploy('Delete');
  expect(answers[0]?.contentType).toBeUndefined();
});

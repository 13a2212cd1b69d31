import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { authorizationWith } from '../../../infra/local/aws/signature.ts';
import { localTable } from '../../../infra/local/localTable.ts';
import type { Outputs } from '../../../infra/local/outputs.ts';
import { SIGN_IN_PATHS } from '../../../site/app/api/signInPaths.ts';
import { openBrowser } from '../../support/browser.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  signInLinkIn,
  startCloud,
} from '../../support/cloudProcess.ts';
import { type OtherSite, openOtherSite, pageWith } from '../../support/otherSite.ts';
import { eventually, mailsTo, send, usageOf } from '../../support/service.ts';

/** A name that resolves to this machine, like a page's own name after DNS rebinding. */
const REBOUND = 'rebound.test';
const RECIPIENT = 'you@example.com';
const PLANTED = { PK: 'TEST#planted', SK: 'ITEM' };
const FAULTS = JSON.stringify([{ service: 'ses', kind: 'unavailable' }]);

type Attempt = [
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string; mode?: 'no-cors' },
];

/** With the table's access key, which pages do not know: even that must not help. */
function tableCall({ dynamodbEndpoint, dynamodbAccessKeyId }: Outputs, action: string, input: object): Attempt {
  const headers = {
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': `DynamoDB_20120810.${action}`,
    Authorization: authorizationWith(dynamodbAccessKeyId),
  };
  return [dynamodbEndpoint, { method: 'POST', headers, body: JSON.stringify(input) }];
}

function attemptsOn({ outputs, output }: CloudProcess): Attempt[] {
  const { siteUrl, inboxUrl, usageUrl, faultsUrl, dynamodbEndpoint, tableName: TableName } = outputs;
  const code = codeIn(output());
  const Item = { PK: { S: PLANTED.PK }, SK: { S: PLANTED.SK } };
  return [
    [siteUrl + SIGN_IN_PATHS.peek, { method: 'POST', body: code }],
    [siteUrl + SIGN_IN_PATHS.spend, { method: 'POST', body: code }],
    [`${inboxUrl}/store`, {}],
    [`${inboxUrl}/clear-store`, { method: 'POST' }],
    [usageUrl, {}],
    [usageUrl, { method: 'DELETE' }],
    [faultsUrl, {}],
    [faultsUrl, { method: 'PUT', body: FAULTS }],
    [dynamodbEndpoint, {}],
    tableCall(outputs, 'Scan', { TableName }),
    tableCall(outputs, 'PutItem', { TableName, Item }),
  ];
}

/** The code of the sign-in link: even a page that knows it cannot use it. */
const codeIn = (printed: string): string => signInLinkIn(printed).split('#code=')[1] ?? '';

describe('a page of another origin on this machine', () => {
  const data = newDataFolder();
  let cloud: CloudProcess;
  let browser: Browser;
  let site: OtherSite;
  let page: Page;
  let mailCount: number;

  beforeAll(async () => {
    cloud = await startCloud(data, '--ephemeral');
    browser = await openBrowser(`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`);
    site = await openOtherSite();
    const { inboxUrl, apiUrl, endpointId } = cloud.outputs;
    site.files.set(
      'page.html',
      pageWith(`<iframe name="inside"></iframe>
        <form method="post" action="${inboxUrl}/clear-store" target="inside"><button>Clear</button></form>
        <form method="post" action="${apiUrl}/v1/f/${endpointId}"><input name="message" value="Hello"><button>Send</button></form>`),
    );
    page = await browser.newPage();
    await page.goto(`${site.url}/page.html`);
    await send('POST', `/v1/f/${endpointId}`, { baseUrl: apiUrl, json: { message: 'First' } });
    await eventually(
      () => mailsTo(RECIPIENT, inboxUrl),
      (mails) => mails.length === 1,
    );
  }, 120_000);

  beforeEach(async () => {
    mailCount = (await mailsTo(RECIPIENT, cloud.outputs.inboxUrl)).length;
  });

  afterAll(async () => {
    site?.close();
    await browser?.close();
    await cloud?.end('SIGTERM');
    removeFolder(data);
  });

  async function expectUntouched(): Promise<void> {
    const { siteUrl, inboxUrl, usageUrl, faultsUrl } = cloud.outputs;
    const peeked = await fetch(siteUrl + SIGN_IN_PATHS.peek, { method: 'POST', body: codeIn(cloud.output()) });
    expect(peeked.status).toBe(200);
    expect(await mailsTo(RECIPIENT, inboxUrl)).toHaveLength(mailCount);
    expect((await usageOf(usageUrl)).createSubmission?.invocations).toBeGreaterThan(0);
    expect(await (await fetch(faultsUrl)).json()).toEqual([]);
    expect(await localTable(cloud.outputs).get(PLANTED)).toBeUndefined();
  }

  /** What a page can read of the responses: `nothing`, or the status. */
  const tryAll = (from: Page, attempts: Attempt[]) =>
    from.evaluate(
      (all) =>
        Promise.all(
          all.map(([url, init]) =>
            fetch(url, init).then(
              (response) => response.status || 'nothing',
              () => 'nothing',
            ),
          ),
        ),
      attempts,
    );

  test('reads and writes neither inbox, usage, faults nor table, and signs in nowhere', async () => {
    const attempts = attemptsOn(cloud);
    expect(await tryAll(page, attempts)).toEqual(attempts.map(() => 'nothing'));
    await expectUntouched();
  });

  test('writes nothing by requests that need no permission, or by a form in a frame', async () => {
    const blind = attemptsOn(cloud).map(([url, { body, method }]): Attempt => {
      const isSimple = method === undefined || method === 'POST';
      return [url, { ...(body ? { body } : {}), method: isSimple ? (method ?? 'GET') : 'POST', mode: 'no-cors' }];
    });
    expect(await tryAll(page, blind)).toEqual(blind.map(() => 'nothing'));
    const refused = page.waitForResponse(`${cloud.outputs.inboxUrl}/clear-store`);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect((await refused).status()).toBe(403);
    await expectUntouched();
  });

  test('by a name of its own that leads here gets nothing from any address', async () => {
    const { apiUrl, siteUrl, inboxUrl, usageUrl, faultsUrl, dynamodbEndpoint } = cloud.outputs;
    const rebound = await browser.newPage();
    for (const url of [apiUrl, siteUrl, inboxUrl, usageUrl, faultsUrl, dynamodbEndpoint]) {
      const address = url.replace('127.0.0.1', REBOUND);
      const answer = await rebound.goto(address);
      expect([url, answer?.status(), await answer?.text()]).toEqual([
        url,
        403,
        expect.stringMatching(/^This address answers to localhost/),
      ]);
      const own = attemptsOn(cloud)
        .map(([each, init]): Attempt => [each.replace('127.0.0.1', REBOUND), init])
        .filter(([each]) => each.startsWith(new URL(address).origin));
      expect(await tryAll(rebound, own)).toEqual(own.map(() => 403));
    }
    await expectUntouched();
  });

  test('posts to the API as before: JSON whose answer it reads, and forms', async () => {
    const { apiUrl, siteUrl, inboxUrl, endpointId } = cloud.outputs;
    const headers = { 'Content-Type': 'application/json' };
    const post: Attempt = [`${apiUrl}/v1/f/${endpointId}`, { method: 'POST', headers, body: '{"message":"Hello"}' }];
    expect(await tryAll(page, [post])).toEqual([201]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(`${siteUrl}/thank-you`);
    await eventually(
      () => mailsTo(RECIPIENT, inboxUrl),
      (mails) => mails.length === mailCount + 2,
    );
    await page.goto(`${site.url}/page.html`);
  });
});

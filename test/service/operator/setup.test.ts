import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { localTable } from '../../../infra/localService/localTable.ts';
import { openService } from '../../../infra/operator/openService.ts';
import { exportAll } from '../../../infra/operator/setup/removal/exportAll.ts';
import { removeFolder } from '../../support/cloud/cloudProcess.ts';
import { setFaults } from '../../support/cloud/notifications.ts';
import { ownCloud } from '../../support/cloud/ownCloud.ts';
import { inOrder } from '../../support/inOrder.ts';
import { passTime } from '../../support/standIn/account.ts';
import { RECIPIENT, StandInOperator } from '../../support/standIn/setupRun.ts';

const cloud = ownCloud();
let operator: StandInOperator;
let folder: string;
beforeAll(async () => {
  operator = await StandInOperator.start();
  operator.aws.apiUrl = cloud.outputs.apiUrl;
  folder = mkdtempSync(join(tmpdir(), 'forms-export-all-'));
}, 180_000);
afterAll(async () => {
  await operator.stop();
  removeFolder(folder);
});

const POLL_MS = 100;
const run = () =>
  operator.run({
    waitMs: 3_000_000,
    outside: {
      openTable: () => localTable(cloud.outputs),
      wait: async () => {
        passTime(operator.aws.account);
        await sleep(POLL_MS);
      },
    },
  });

const step = inOrder();
let key: string;

step('a mail that SES rejects permanently is reported with the reason, and counted as failed', async () => {
  await setFaults(cloud.outputs, [{ service: 'ses', kind: 'rejected' }]);
  const outcomes = await run();
  expect(outcomes.open).toEqual(['test-submission failed', 'failed-mail blocked']);
  expect(outcomes.of('test-submission').found).toMatch(/^The mail to you@example\.org failed: MessageRejected: /);
  expect(outcomes.of('failed-mail').lines?.[0]).toMatch(/^1 × MessageRejected: /);
  key = String(outcomes.of('workspace').made?.key);
});

step('the next run sends another submission through the service, and follows it to its mail', async () => {
  await setFaults(cloud.outputs, []);
  const outcomes = await run();
  expect(outcomes.of('test-submission')).toMatchObject({
    outcome: 'changed',
    found: expect.stringContaining(RECIPIENT),
  });
  const mails = await (await fetch(`${cloud.outputs.inboxUrl}/store`)).json();
  expect(JSON.stringify(mails)).toContain('This is the test that');
});

step('the first key may list the endpoint that setup made', async () => {
  const answer = await fetch(`${cloud.outputs.apiUrl}/v1/endpoints`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ endpoints: [{ slug: 'contact', targetEmails: [RECIPIENT] }] });
});

step('before everything is removed all workspaces can be exported, and once more', async () => {
  const { setup } = operator.context as { setup: Record<string, { workspaceId: string }> };
  const ids = Object.values(setup).map(({ workspaceId }) => workspaceId);
  for (const to of [relative('', folder), folder]) {
    const all = await exportAll(await openService({ data: cloud.data }), to);
    expect(all.workspaces).toEqual(expect.arrayContaining(ids));
    expect(all).toMatchObject({ workspaces: { length: 2 }, exported: 2, stored: 2, missing: 0, orphans: 0 });
  }
  const workspace = readFileSync(join(folder, String(ids[0]), 'workspace.jsonl'), 'utf8');
  expect(workspace).toContain('"name":"Forms"');
  expect(existsSync(join(folder, String(ids[0]), 'endpoints.jsonl'))).toBe(true);
});

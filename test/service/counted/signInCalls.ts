import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Members } from '../../../shared/storage/members/members.ts';
import { resetUsage } from '../../support/cloud/ownCloud.ts';
import { awaitMailsTo, mailsTo, newWorkspace, sharedTable, usageOf } from '../../support/cloud/service.ts';
import { requestCode } from '../../support/cloud/signIn.ts';

test('POST /v1/session/code › 200 with the same calls for a stranger, who gets no mail', async () => {
  const [member, stranger] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const { workspaceId } = await newWorkspace();
  await new Members(sharedTable()).create(workspaceId, { address: member, role: 'owner' });
  // The day's secret is read once.
  await requestCode(`${randomUUID()}@example.com`);
  const callsFor = async (address: string) => {
    await resetUsage();
    await requestCode(address);
    return (await usageOf()).requestSignInCode;
  };
  expect(await callsFor(stranger)).toEqual(await callsFor(member));
  // Requested after the stranger's.
  await awaitMailsTo(member);
  expect(await mailsTo(stranger)).toEqual([]);
});

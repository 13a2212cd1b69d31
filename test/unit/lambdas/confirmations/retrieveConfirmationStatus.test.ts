import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createHandler } from '../../../../lambdas/confirmations/retrieveConfirmationStatus.ts';
import { AccountReading } from '../../../../shared/deliveries/channels/mail/sending/accountReading.ts';
import { confirmationStopKey } from '../../../../shared/storage/confirmations/confirmationKeys.ts';
import { asOwner } from '../support/asOwner.ts';

let warn: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function given(read: () => Promise<boolean>) {
  const owner = await asOwner('retrieveConfirmationStatus', {});
  const isSandboxed = new AccountReading<boolean | undefined>(undefined, read);
  const handler = createHandler({ ...owner.dependencies, isSandboxed });
  return { ...owner, ask: () => owner.request(handler) };
}

test.each([true, false])('200 returns whether SES is in its sandbox (%s), and asks SES once', async (isSandboxed) => {
  let asked = 0;
  const { ask } = await given(async () => {
    asked++;
    return isSandboxed;
  });
  for (let time = 0; time < 3; time++) expect(await ask()).toMatchObject({ status: 200, json: { isSandboxed } });
  expect(asked).toBe(1);
});

test('200 returns when stopped confirmations resume, even if SES does not respond', async () => {
  const { ask, table, endpoint } = await given(async () => {
    throw new Error('refused');
  });
  const until = Date.now() + 1_000;
  const stopped = (time: number) => table.put({ ...confirmationStopKey(), [endpoint.workspaceId]: time }, {});
  await stopped(until);
  const stoppedUntil = `${new Date(until).toISOString().slice(0, -1).replace('T', ' ')}000`;
  expect(await ask()).toMatchObject({ status: 200, json: { stoppedBy: 'workspace', stoppedUntil } });
  expect(warn).toHaveBeenCalledTimes(1);
  await stopped(Date.now() - 1);
  expect((await ask()).json).toEqual({});
});

test('200 returns how many networks have waiting confirmations', async () => {
  const { ask, table } = await given(async () => false);
  const [soon, before] = [Date.now() + 60_000, Date.now() - 1];
  await table.put({ ...confirmationStopKey(), '0a': soon, v3: soon, aa: before, ws_1: soon, ttl: soon }, {});
  expect((await ask()).json).toEqual({ isSandboxed: false, networksStopped: 2 });
});

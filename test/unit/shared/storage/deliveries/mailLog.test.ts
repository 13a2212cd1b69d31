import { expect, test } from '@jest/globals';
import { formatTime } from '../../../../../shared/contract/time.ts';
import { digestsWith, whyNoMail } from '../../../../../shared/deliveries/channels/mail/budget/noMail.ts';
import { digestAt } from '../../../../../shared/deliveries/channels/mail/digests/digestId.ts';
import { newId } from '../../../../../shared/runtime/newId.ts';
import { mailsAbout } from '../../../../../shared/storage/deliveries/mailLog.ts';
import { Submissions } from '../../../../../shared/storage/submissions/submissions.ts';
import { submittedAt } from '../../../../../shared/storage/table/itemKeys.ts';
import { type PipelineOptions, SimulatedPipeline } from '../../deliveries/support/simulatedPipeline.ts';

const RECIPIENTS = ['a@example.com', 'b@example.com'];
const REJECTED = Object.assign(new Error('no such address'), { name: 'MessageRejected' });

async function submitted(options: PipelineOptions = {}, count = 1) {
  const service = new SimulatedPipeline(options);
  const endpoint = await service.newEndpoint({ targetEmails: RECIPIENTS });
  const ids = await service.submit(endpoint, count);
  const mailsOf = async (id = '', submission: Parameters<typeof digestsWith>[2] = { id }) => {
    const digests = digestsWith(service.table, endpoint.id, submission);
    return (await mailsAbout(service.table, endpoint.id, id, digests)).mails;
  };
  return { service, endpoint, ids, mailsOf };
}

test('shows sent and failed mails, with time and reason', async () => {
  const { service, ids, mailsOf } = await submitted({ refuse: (to) => (to === RECIPIENTS[0] ? REJECTED : undefined) });
  await service.settleNow();
  const [failed, sent] = await mailsOf(ids[0]);
  expect(failed).toEqual({
    recipient: RECIPIENTS[0],
    state: 'failed',
    inDigest: false,
    failedAt: expect.any(String),
    reason: expect.any(String),
  });
  expect(sent).toEqual({ recipient: RECIPIENTS[1], state: 'sent', inDigest: false, sentAt: expect.any(String) });
});

test('shows mails that are still being sent', async () => {
  const unreachable = Object.assign(new Error('down'), {
    name: 'ServiceUnavailable',
    $metadata: { httpStatusCode: 503 },
  });
  const { service, ids, mailsOf } = await submitted({ refuse: () => unreachable });
  await service.settleNow();
  expect(await mailsOf(ids[0])).toEqual(
    RECIPIENTS.map((recipient) => ({ recipient, state: 'sending', inDigest: false })),
  );
});

test('shows the digest of a submission without a mail of its own', async () => {
  const { service, ids, mailsOf } = await submitted({ mailsPerHour: 2 }, 5);
  await service.settle();
  const shown = await Promise.all(ids.map((id) => mailsOf(id)));
  expect(shown.flat().filter(({ inDigest }) => inDigest).length).toBeGreaterThan(0);
  for (const mails of shown)
    expect(mails.map(({ recipient, state }) => [recipient, state])).toEqual(
      RECIPIENTS.map((recipient) => [recipient, 'sent']),
    );
});

test('says why there is no mail: held, without recipients, or waiting for a digest until it went out', async () => {
  const { service, endpoint, ids, mailsOf } = await submitted({ mailsPerHour: 2 }, 2);
  const id = ids[1] ?? '';
  const why = async (fields = {}, isHeld = false) =>
    whyNoMail({ ...endpoint, ...fields }, { isHeld }, await digestsWith(service.table, endpoint.id, { id, isHeld }));
  expect(await why()).toEqual({});
  await service.settleNow();
  expect(await mailsOf(id)).toEqual([]);
  const { dueMs } = digestAt(endpoint.id, submittedAt(id));
  expect(await why()).toEqual({ noMailReason: 'waitsForDigest', digestDueAt: formatTime(new Date(dueMs)) });
  expect(await why({}, true)).toEqual({ noMailReason: 'heldAsSpam' });
  expect(await why({ targetEmails: [] })).toEqual({ noMailReason: 'noRecipients' });
  expect(await why({ emailNotifications: false })).toEqual({ noMailReason: 'noRecipients' });
  await service.settle();
  expect(await why()).toEqual({});
  expect((await mailsOf(id)).map(({ inDigest }) => inDigest)).toEqual([true, true]);
});

test('reports each of many released submissions as waiting for a digest, and shows the digest once sent', async () => {
  const { service, endpoint, mailsOf } = await submitted({ mailsPerHour: 1 }, 0);
  const { table, clock } = service;
  const submissions = new Submissions(table, clock.now);
  const ids = Array.from({ length: 23 }, (_, i) => newId('submission', clock.now() + i));
  for (const id of ids) {
    await submissions.create(endpoint.id, { data: {}, location: '', id, spamReason: 'honeypot' });
  }
  await service.settle();
  clock.advance(60 * 60_000);
  for (const id of ids) await submissions.update(endpoint, id, { isSpam: false });
  await service.settleNow();
  const found = async (id: string) => (await submissions.find(endpoint.id, id)) ?? { id, isHeld: true };
  for (const id of ids) {
    const submission = await found(id);
    const why = whyNoMail(endpoint, submission, await digestsWith(table, endpoint.id, submission));
    expect(why.noMailReason).toBe('waitsForDigest');
  }
  await service.settle();
  for (const id of ids) {
    expect((await mailsOf(id, await found(id))).map(({ inDigest }) => inDigest)).toEqual([true, true]);
  }
});

test("omits digests sent before a submission's release, and shows the one of the quarter-hour of its release", async () => {
  const { service, endpoint, mailsOf } = await submitted({ mailsPerHour: 1 }, 2);
  const held = { data: {}, location: '', id: newId('submission', service.clock.now()), spamReason: 'honeypot' };
  await service.repositories.submissions.create(endpoint.id, held);
  await service.settle();
  service.clock.advance(40 * 60_000);
  const { table, clock } = service;
  const submissions = new Submissions(table, clock.now);
  const update = (isSpam: boolean) => submissions.update(endpoint, held.id, { isSpam });
  const found = async () => (await submissions.find(endpoint.id, held.id)) ?? held;
  const shown = async () =>
    (await mailsOf(held.id, await found())).map(({ inDigest, sentAt = '' }) => [
      inDigest,
      sentAt > formatTime(new Date(releasedMs)),
    ]);
  await update(false);
  const releasedMs = clock.now();
  await service.settleNow();
  expect(await shown()).toEqual([]);
  const { dueMs } = digestAt(endpoint.id, releasedMs);
  expect(whyNoMail(endpoint, {}, await digestsWith(table, endpoint.id, await found()))).toEqual({
    noMailReason: 'waitsForDigest',
    digestDueAt: formatTime(new Date(dueMs)),
  });
  await service.settle();
  expect(await shown()).toEqual([
    [true, true],
    [true, true],
  ]);
  // It stays in the digest: it is not released again.
  clock.advance(60_000);
  await update(true);
  await update(false);
  expect(await shown()).toHaveLength(2);
});

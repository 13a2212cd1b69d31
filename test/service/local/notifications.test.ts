import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, mailsTo, newEndpoint, newSubmission, newWorkspace, send } from '../../support/service.ts';

const MAIL_TIMEOUT_MS = 30_000;

let key: string;
beforeAll(async () => {
  ({ key } = await newWorkspace());
});

const newAddress = (): string => `${randomBytes(8).toString('hex')}@example.com`;

const mailsArrive = (address: string, count: number) =>
  eventually(
    () => mailsTo(address),
    (mails) => mails.length >= count,
    MAIL_TIMEOUT_MS,
  );

/**
 * Waits until everything submitted so far was notified: records are handled in order, batch by batch, so all earlier
 * batches are done before the second of two consecutive mails.
 */
async function untilAllNotified(): Promise<void> {
  const address = newAddress();
  const { id } = await newEndpoint(key, { targetEmails: [address] });
  for (const count of [1, 2]) {
    await newSubmission(id);
    await mailsArrive(address, count);
  }
}

const notified = async (address: string): Promise<string[]> =>
  (await mailsTo(address)).map(({ body }) => /sub_[0-9A-Z]{26}/.exec(body.text)?.[0] ?? '');

describe('a submission is notified', () => {
  test('by exactly one mail, also when 64 come at once', async () => {
    const address = newAddress();
    const { id } = await newEndpoint(key, { targetEmails: [address] });
    const ids = await Promise.all(Array.from({ length: 64 }, (_, i) => newSubmission(id, { message: `Number ${i}` })));
    const { json } = await send('GET', `/v1/submissions/${id}`, { key });
    expect(json.submissions.map((submission: { id: string }) => submission.id).sort()).toEqual([...ids].sort());
    await mailsArrive(address, 64);
    await untilAllNotified();
    expect((await notified(address)).sort()).toEqual([...ids].sort());
  });

  test('to each recipient in a mail of its own', async () => {
    const addresses = [newAddress(), newAddress(), newAddress()];
    const { id } = await newEndpoint(key, { targetEmails: addresses });
    const submissionId = await newSubmission(id);
    await untilAllNotified();
    for (const address of addresses) {
      expect(await notified(address)).toEqual([submissionId]);
      const [mail] = await mailsTo(address);
      expect(mail?.destination).toEqual({ to: [address], cc: [], bcc: [] });
    }
  });

  test('from the configured address, under the name of the endpoint', async () => {
    const address = newAddress();
    const { id } = await newEndpoint(key, { targetEmails: [address], name: 'Café & Bar <b>' });
    await newSubmission(id, { subject: 'Mine', from: 'me@example.com' });
    const [mail] = await mailsArrive(address, 1);
    expect(mail?.from).toBe('forms@example.com');
    expect(mail?.subject).toContain('Café & Bar <b>');
    expect(mail?.subject).not.toContain('Mine');
  });

  test('with everything in it escaped', async () => {
    const address = newAddress();
    const { id } = await newEndpoint(key, { targetEmails: [address], name: '<i>Name</i>' });
    await newSubmission(id, { '<script>alert(1)</script>': '<img src=x onerror="alert(2)"> & \'more\'' });
    const [mail] = await mailsArrive(address, 1);
    expect(mail?.body.html).toContain('&lt;img src=x onerror=&quot;alert(2)&quot;&gt; &amp; ');
    expect(mail?.body.html).not.toMatch(/<script|<img|<i>/i);
    expect(mail?.body.text).toContain('<img src=x onerror="alert(2)"> & \'more\'');
  });
});

describe('a submission is not notified', () => {
  test('when the endpoint has emailNotifications false; once it is true, the next one is', async () => {
    const address = newAddress();
    const { id } = await newEndpoint(key, { targetEmails: [address], emailNotifications: false });
    await newSubmission(id);
    await untilAllNotified();
    expect(await mailsTo(address)).toEqual([]);
    await send('PUT', `/v1/endpoint/${id}`, { key, json: { emailNotifications: true } });
    const submissionId = await newSubmission(id);
    await untilAllNotified();
    expect(await notified(address)).toEqual([submissionId]);
  });

  test('when the endpoint has no recipients; the next one is notified', async () => {
    const { id } = await newEndpoint(key, { targetEmails: [] });
    await newSubmission(id);
    await untilAllNotified();
    const address = newAddress();
    await send('PUT', `/v1/endpoint/${id}`, { key, json: { targetEmails: [address] } });
    const submissionId = await newSubmission(id);
    await untilAllNotified();
    expect(await notified(address)).toEqual([submissionId]);
  });

  test('when it is updated or deleted', async () => {
    const address = newAddress();
    const { id } = await newEndpoint(key, { targetEmails: [address] });
    const path = `/v1/submission/${id}/${await newSubmission(id)}`;
    await mailsArrive(address, 1);
    expect((await send('PUT', path, { key, json: { isRead: true } })).status).toBe(200);
    expect((await send('DELETE', path, { key })).status).toBe(200);
    await untilAllNotified();
    expect(await mailsTo(address)).toHaveLength(1);
  });
});

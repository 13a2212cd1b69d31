import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { createHandler } from '../../../lambdas/sendSignInMail.ts';
import { SIGN_IN_MAILS_PER_HOUR_MAX } from '../../../shared/contract/limits.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { createMailClient } from '../../../shared/deliveries/channels/mail/sending/mailer.ts';
import { CLOSED_DELAY_S, type SignInMessage } from '../../../shared/signIn/signInQueue.ts';
import { listEntries } from '../../../shared/storage/audit/auditLog.ts';
import { perHour, RateLimits } from '../../../shared/storage/counters/rateLimits.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { mute } from '../../../shared/storage/members/memberships.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { catchLogs, type Logged } from '../../support/logged.ts';
import { ServiceFailure } from '../../support/simulator/calls.ts';
import { Clock } from '../../support/simulator/clock.ts';
import { SENDER_ADDRESS } from '../../support/simulator/directClients.ts';
import { asFunction, tableOf } from '../../support/simulator/rights.ts';
import { sdkConfig } from '../../support/simulator/sdkClients.ts';
import { Services } from '../../support/simulator/services.ts';

const ADDRESS = 'ada@example.com';
const SENT_AT_MS = Date.parse('2026-11-29T12:00:00Z');

let services: Services;
let codes: SignInCodes;
let handle: string;
let logged: Logged;
let receive: (message: SignInMessage, receives?: number) => Promise<void>;

beforeEach(async () => {
  services = new Services(new Clock(Date.now()));
  codes = new SignInCodes(services.table);
  handle = SignInCodes.newHandle();
  const perform = asFunction('sendSignInMail', services.perform);
  const handler = createHandler({
    table: tableOf('sendSignInMail', services.items),
    mailClient: createMailClient(sdkConfig('ses', perform)),
    senderAddress: SENDER_ADDRESS,
    serviceName: 'Acme Forms',
    siteUrl: 'https://forms.example',
  });
  receive = (message, receives = 1) => {
    const record = {
      body: JSON.stringify(message),
      attributes: { SentTimestamp: String(SENT_AT_MS), ApproximateReceiveCount: String(receives) },
    };
    return handler({ Records: [record] } as SQSEvent, {} as never);
  };
  logged = catchLogs();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function newMember(name = 'Acme') {
  const { workspaceId } = await new Workspaces(services.table).create(name);
  const { id } = await new Members(services.table).create(workspaceId, { address: ADDRESS, role: 'editor' });
  return { workspaceId, memberId: id };
}

const openCode = (address = ADDRESS, device?: string) => codes.open(handle, personOf(address), device);
const code = () => ({ code: { handle, country: 'ES', browser: 'Firefox on Linux' } });

describe('a request for a code', () => {
  test('mails a member the code, without a configuration set or tags', async () => {
    await newMember();
    await openCode();
    await receive(code());
    const digits = (await codes.codeOf(handle)) ?? 'no code';
    const [mail, ...others] = services.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: ADDRESS, sender: SENDER_ADDRESS, fromName: 'Acme Forms', tags: {} });
    expect(mail?.text).toContain(`${digits.slice(0, 4)} ${digits.slice(4)}`);
    expect(await codes.take(handle, digits)).toBe(personOf(ADDRESS));
  });

  test('mails nothing to a member who has muted codes by the link of a mail, until a day later', async () => {
    await newMember();
    await openCode();
    await receive(code());
    const [, token = ''] = /#mute=(\S+)/.exec(services.mails[0]?.text ?? '') ?? [];
    const person = await codes.personMuting(token);
    expect(person).toBe(personOf(ADDRESS));
    expect(await codes.personMuting(token.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))).toBeUndefined();
    await mute(services.table, person ?? '');
    await receive(code());
    expect(services.mails).toHaveLength(1);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000);
    handle = SignInCodes.newHandle();
    await openCode();
    await receive(code());
    expect(services.mails).toHaveLength(2);
  });

  test('mails a browser that signed in before, though codes are muted and too many were mailed in this hour', async () => {
    await newMember();
    const person = personOf(ADDRESS);
    await mute(services.table, person);
    const limits = new RateLimits(services.table);
    await limits.add(perHour('all', 'signInMails', 0, Date.now()), SIGN_IN_MAILS_PER_HOUR_MAX);
    await openCode(ADDRESS, await codes.deviceOf(person));
    await receive(code());
    expect(services.mails).toHaveLength(1);
  });

  test('mails other browsers nothing once too many codes were mailed in this hour', async () => {
    await newMember();
    const limits = new RateLimits(services.table);
    await limits.add(perHour('all', 'signInMails', 0, Date.now()), SIGN_IN_MAILS_PER_HOUR_MAX - 1);
    for (const mails of [1, 1]) {
      handle = SignInCodes.newHandle();
      await openCode();
      await receive(code());
      expect(services.mails).toHaveLength(mails);
    }
  });

  test('counts a message once, however often its mail fails', async () => {
    await newMember();
    const limits = new RateLimits(services.table);
    await limits.add(perHour('all', 'signInMails', 0, Date.now()), SIGN_IN_MAILS_PER_HOUR_MAX - 1);
    await openCode();
    await receive(code());
    await receive(code(), 2);
    expect(services.mails).toHaveLength(2);
  });

  test('shows no text that another function put into the message', async () => {
    await newMember();
    await openCode();
    await receive({ code: { ...code().code, country: 'Call +1', browser: 'Call +1 900' } });
    expect(services.mails[0]?.text).toContain('an unknown country, with an unknown program');
  });

  test('mails nothing to others', async () => {
    await newMember();
    await openCode('eve@example.com');
    await receive(code());
    expect(services.mails).toEqual([]);
  });

  test('mails no code that has ended', async () => {
    await newMember();
    await openCode();
    const endsAt = Date.now() + 10 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(endsAt);
    await receive(code());
    expect(services.mails).toEqual([]);
  });

  test('fails if Amazon SES does not take the mail, and logs neither address nor code', async () => {
    await newMember();
    await openCode();
    services.outage = ({ service }) => {
      if (service === 'ses') throw new ServiceFailure(400, 'MessageRejected', { message: `no mail to ${ADDRESS}` });
    };
    await expect(receive(code())).rejects.toThrow('sendSignInMail failed');
    const lines = JSON.stringify(logged.lines);
    expect(lines).toContain('MessageRejected');
    expect(lines).not.toContain(ADDRESS);
    expect(lines).not.toContain(await codes.codeOf(handle));
  });
});

describe('an invitation', () => {
  test('mails the member where and as what', async () => {
    await receive({ invitation: await newMember() });
    const [mail] = services.mails;
    expect(mail).toMatchObject({ recipient: ADDRESS, subject: 'You were added to Acme' });
    expect(mail?.text).toContain('as editor');
  });

  test('mails nothing once the member is deleted', async () => {
    const { workspaceId, memberId } = await newMember();
    await new Members(services.table).delete(workspaceId, memberId, () => undefined);
    await receive({ invitation: { workspaceId, memberId } });
    expect(services.mails).toEqual([]);
  });
});

describe('the end of a code', () => {
  const entriesOf = async (workspaceId: string) =>
    (await listEntries(services.table, workspaceId, { limit: 10 })).records;

  test('adds one entry to each workspace’s audit log for failed attempts, however often it is delivered', async () => {
    const members = [await newMember('Acme'), await newMember('Other')];
    await openCode();
    for (let attempt = 0; attempt < 2; attempt++) await codes.take(handle, 'wrong');
    for (let delivery = 0; delivery < 2; delivery++) await receive({ closed: { handle } });
    for (const { workspaceId, memberId } of members)
      expect(await entriesOf(workspaceId)).toEqual([
        {
          id: expect.stringMatching(/^aud_/),
          createdAt: formatTime(new Date(SENT_AT_MS + CLOSED_DELAY_S * 1_000)),
          actor: 'service',
          operation: 'signInFailed',
          object: memberId,
          attempts: 2,
        },
      ]);
    expect(services.mails).toEqual([]);
  });

  test('adds none for a code of a made-up device', async () => {
    const { workspaceId } = await newMember();
    await openCode(ADDRESS, await codes.deviceOf(personOf('eve@example.com')));
    await codes.take(handle, '00000000');
    await receive({ closed: { handle } });
    expect((await listEntries(services.table, workspaceId, { limit: 10 })).records).toEqual([]);
  });

  test('adds none if no attempt failed, or there is no such code', async () => {
    const { workspaceId } = await newMember();
    await openCode();
    await codes.take(handle, (await codes.codeOf(handle)) ?? '');
    for (const each of [handle, SignInCodes.newHandle()]) await receive({ closed: { handle: each } });
    expect(await entriesOf(workspaceId)).toEqual([]);
  });
});

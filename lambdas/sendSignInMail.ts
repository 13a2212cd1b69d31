import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Context, SQSEvent } from 'aws-lambda';
import { SIGN_IN_MAILS_PER_HOUR_MAX } from '../shared/contract/limits.ts';
import type { Message } from '../shared/deliveries/channels/mail/message/message.ts';
import { createMailClient, emailOf } from '../shared/deliveries/channels/mail/sending/mailer.ts';
import { refusalOf } from '../shared/deliveries/channels/mail/sending/refusals.ts';
import { createDeliveryClient } from '../shared/deliveries/lanes.ts';
import { consume } from '../shared/runtime/consume.ts';
import { fromEnvironment } from '../shared/runtime/environment.ts';
import { inParallel } from '../shared/runtime/inParallel.ts';
import { log } from '../shared/runtime/log.ts';
import { composeCodeMail, composeInvitation, type Service } from '../shared/signIn/signInMails.ts';
import { CLOSED_DELAY_S, type Invitation, type RequestedCode, SignInMessage } from '../shared/signIn/signInQueue.ts';
import { addEntry } from '../shared/storage/audit/addEntry.ts';
import { entryIdAt } from '../shared/storage/audit/auditKeys.ts';
import { perHour, RateLimits } from '../shared/storage/counters/rateLimits.ts';
import { Members } from '../shared/storage/members/members.ts';
import { type MembershipOf, membershipsOf, readPerson } from '../shared/storage/members/memberships.ts';
import { SignInCodes } from '../shared/storage/members/signInCodes.ts';
import { Table, type TableAccess } from '../shared/storage/table/table.ts';
import { Workspaces } from '../shared/storage/workspaces/workspaces.ts';

interface Dependencies extends Service {
  table: TableAccess;
  mailClient: Pick<SESv2Client, 'send'>;
  senderAddress: string;
}

/** Entries added at the same time. */
const ADDED_AT_ONCE = 16;

/**
 * Mails codes and invitations to members, and records failed attempts at codes. A message that fails is delivered again a
 * minute later, at most until the code has ended.
 */
export function createHandler({ table, mailClient, senderAddress, ...service }: Dependencies) {
  const codes = new SignInCodes(table);
  const members = new Members(table);
  const rateLimits = new RateLimits(table);

  const send = async (recipient: string, message: Message): Promise<void> => {
    try {
      await mailClient.send(new SendEmailCommand(emailOf(senderAddress, recipient, message)));
    } catch (error) {
      // Without SES's own words, which quote the address.
      const reason = refusalOf(error, recipient)?.kind ?? (error instanceof Error ? error.name : 'unknown');
      throw new Error(`Amazon SES did not take a mail: ${reason}`);
    }
  };

  /** @param isFirst whether it is the first delivery of the message, which is the one that counts */
  const sendCode = async ({ handle, ...from }: RequestedCode, isFirst: boolean): Promise<boolean> => {
    const code = await codes.find(handle);
    if (!code) return false;
    const { digits, person, isKnown } = code;
    const { memberships, isMuted } = await readPerson(table, person);
    const address = await addressOf(memberships);
    if (address === undefined || (isMuted && !isKnown)) return false;
    const limit = perHour('all', 'signInMails', SIGN_IN_MAILS_PER_HOUR_MAX, Date.now());
    if (isFirst && !isKnown && !(await rateLimits.count(limit))) {
      log('error', 'a code was not mailed: too many were in this hour', {});
      return false;
    }
    const muteToken = await codes.muteTokenOf(person);
    await send(address, composeCodeMail({ ...from, code: digits, muteToken }, service));
    return true;
  };

  const addressOf = async (memberships: MembershipOf[]): Promise<string | undefined> => {
    for (const { workspaceId, memberId } of memberships) {
      const member = await members.find(workspaceId, memberId);
      if (member) return member.address;
    }
    return undefined;
  };

  const sendInvitation = async ({ workspaceId, memberId }: Invitation): Promise<boolean> => {
    const [workspace, member] = await Promise.all([
      new Workspaces(table).find(workspaceId),
      members.find(workspaceId, memberId),
    ]);
    if (!workspace || !member) return false;
    const { address, rights } = member;
    await send(address, composeInvitation({ address, role: rights.role, workspaceName: workspace.name }, service));
    return true;
  };

  /** @param sentAtMs the same for every delivery of the message, so that none adds a second entry */
  const recordFailures = async (handle: string, sentAtMs: number): Promise<void> => {
    const { person, failed } = (await codes.failuresOf(handle)) ?? { person: '', failed: 0 };
    if (failed === 0) return;
    await inParallel(await membershipsOf(table, person), ADDED_AT_ONCE, ({ workspaceId, memberId }) => {
      const entry = { actor: 'service', operation: 'signInFailed', object: memberId, attempts: failed };
      return addEntry(table, workspaceId, entry, entryIdAt(sentAtMs + CLOSED_DELAY_S * 1_000, memberId));
    });
  };

  return consume('sendSignInMail', async ({ Records }: SQSEvent, _context: Context) => {
    let mails = 0;
    for (const { body, attributes } of Records) {
      const message = SignInMessage.parse(JSON.parse(body));
      const isFirst = attributes.ApproximateReceiveCount === '1';
      if ('closed' in message) await recordFailures(message.closed.handle, Number(attributes.SentTimestamp));
      else
        mails += Number(
          'code' in message ? await sendCode(message.code, isFirst) : await sendInvitation(message.invitation),
        );
    }
    return { result: undefined, fields: { records: Records.length, mails } };
  });
}

export const handler = fromEnvironment(
  ['tableName', 'siteUrl', 'serviceName', 'senderAddress'],
  ({ tableName, ...settings }) =>
    createHandler({ table: new Table(createDeliveryClient(), tableName), mailClient: createMailClient(), ...settings }),
);

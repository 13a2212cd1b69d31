import { unsubscribePageUrl } from '../../../shared/contract/sitePages.ts';
import { hashedMailbox, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { unsubscribedKey } from '../../../shared/storage/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmationSecret.ts';
import { PARTITION_PREFIX } from '../../../shared/storage/partitions.ts';
import { Unsubscribed } from '../../../shared/storage/unsubscribed.ts';
import { SITE_URL } from './functions.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';

const READ = { undone: 200, done: 200 };
const ADDRESS = 'somebody@example.com';

export async function givenMailbox({ services: { table } }: SimulatedCloud, address = ADDRESS) {
  const secret = await new ConfirmationSecret(table).findOrMake();
  return { secret, mailbox: hashedMailbox(secret, address) };
}

const aboutMailboxes = ({ services }: SimulatedCloud): string[] =>
  [...services.items.state().values()]
    .filter(({ PK }) => String(PK).startsWith(PARTITION_PREFIX.mailbox))
    .map(({ PK, SK }) => `${PK} ${SK}`);

/** Only the wish of this mailbox is stored, or nothing at all; no log line has the token, which does not expire. */
function violations(cloud: SimulatedCloud, token: string, mailbox: string | undefined): string[] {
  const { PK, SK } = unsubscribedKey(mailbox ?? '');
  const expected = mailbox === undefined ? '' : `${PK} ${SK}`;
  const stored = aboutMailboxes(cloud).join(', ');
  return [
    ...(stored === expected ? [] : [`about mailboxes the table has "${stored}" instead of "${expected}"`]),
    ...(cloud.logged.some((line) => line.includes(token)) ? ['a log line holds a token'] : []),
  ];
}

const unsubscribing =
  (isRepeated: boolean) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { secret, mailbox } = await givenMailbox(cloud);
    const { table } = cloud.services;
    if (isRepeated) await new Unsubscribed(table).add(mailbox);
    const token = unsubscribeToken(secret, mailbox);
    return {
      // What mail programs send (RFC 8058).
      request: {
        query: { token },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        text: 'List-Unsubscribe=One-Click',
      },
      answers: READ,
      isDone: async () => (await table.get(unsubscribedKey(mailbox))) !== undefined,
      check: async () => violations(cloud, token, mailbox),
    };
  };

const unsubscribingWrongly =
  (isAnyIssued: boolean) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { secret, mailbox } = isAnyIssued
      ? await givenMailbox(cloud)
      : { secret: '', mailbox: hashedMailbox('', '') };
    const token = unsubscribeToken(`${secret}, but another`, mailbox);
    return {
      request: { query: { token } },
      answers: { undone: 404, done: 404 },
      check: async () => violations(cloud, token, undefined),
    };
  };

/** The page is the token's own. Opening it changes nothing: mail scanners open every link. */
const opening =
  (accept: string, status: number) =>
  async (cloud: SimulatedCloud): Promise<Conversation> => {
    const { secret, mailbox } = await givenMailbox(cloud);
    const token = unsubscribeToken(secret, mailbox);
    const page = unsubscribePageUrl(SITE_URL, token);
    const isRight = ({ statusCode, headers, body }: SimulatedResponse) =>
      (statusCode === 303 ? headers?.Location : JSON.parse(body).url) === page;
    return {
      request: { query: { token }, headers: { Accept: accept } },
      answers: { undone: status, done: status },
      check: async (answers) => [
        ...(answers.every(isRight) ? [] : ['the page is not the one of the token']),
        ...cloud.plan.calls.map(({ service, action }) => `opening the page called ${service}, ${action}`),
        ...violations(cloud, token, undefined),
      ],
    };
  };

export const confirmationScenarios = {
  unsubscribe: [
    { name: 'a mailbox', begin: unsubscribing(false) },
    { name: 'a mailbox that is unsubscribed', begin: unsubscribing(true) },
    { name: "another service's token", begin: unsubscribingWrongly(true) },
    { name: 'a token where none was issued', begin: unsubscribingWrongly(false) },
  ],
  openUnsubscribePage: [
    { name: 'by a program', begin: opening('application/json', 200) },
    { name: 'by a browser', begin: opening('text/html', 303) },
  ],
} satisfies Record<string, Scenario<Conversation>[]>;

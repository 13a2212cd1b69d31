import { unsubscribePageUrl } from '../../../shared/contract/sitePages.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import { hashedMailbox, unsubscribeToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { confirmationStopKey, unsubscribedKey } from '../../../shared/storage/confirmations/confirmationKeys.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { storeUnsubscribed } from '../../../shared/storage/confirmations/unsubscribed.ts';
import { PARTITION_PREFIX } from '../../../shared/storage/table/partitions.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { SITE_URL } from '../../support/simulator/consumers.ts';
import { READ } from './answers.ts';
import type { Conversation, Scenario } from './scenarios.ts';
import type { SimulatedCloud, SimulatedResponse } from './simulatedCloud.ts';
import { RECIPIENTS, VERIFYING } from './submissionScenarios.ts';

const ADDRESS = 'somebody@example.com';
const DAY_MS = 86_400_000;

export async function givenMailbox({ services: { table } }: SimulatedCloud, address = ADDRESS) {
  const secret = await new ConfirmationSecret(table).findOrMake();
  return { secret, mailbox: hashedMailbox(secret, address) };
}

const aboutMailboxes = ({ services }: SimulatedCloud): string[] =>
  [...services.items.state().values()]
    .filter(({ PK }) => String(PK).startsWith(PARTITION_PREFIX.mailbox))
    .map(({ PK, SK }) => `${PK} ${SK}`);

/** Only this mailbox's choice is stored, or nothing; no log line has the token, which does not expire. */
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
    if (isRepeated) await storeUnsubscribed(table, mailbox);
    const token = unsubscribeToken(secret, mailbox);
    return {
      // The request of mail programs (RFC 8058).
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

/** Every mail was counted before, and goes to the owner only. */
const testing = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint({ targetEmails: RECIPIENTS, confirmation: VERIFYING });
  const { mails, items } = cloud.services;
  const isCounter = ({ PK, used }: Item) => PK === `${PARTITION_PREFIX.rate}${endpointId}` && used !== undefined;
  return {
    request: { params: { endpointId }, json: { recipient: RECIPIENTS[1] } },
    answers: READ,
    check: async (answers) => {
      const counted = Number([...items.state().values()].find(isCounter)?.used ?? 0);
      const sent = answers.filter(({ body }) => JSON.parse(body).isSent).length;
      return [
        ...(mails.length <= counted ? [] : [`${mails.length} mails were sent, but ${counted} counted`]),
        ...(sent <= mails.length ? [] : [`${sent} answers say that a mail was sent, but ${mails.length} were`]),
        ...(mails.every(({ recipient }) => recipient === RECIPIENTS[1]) ? [] : ['a test went to somebody else']),
        ...(mails.every(({ subject }) => subject.startsWith('[Test] ')) ? [] : ['a test does not say that it is one']),
      ];
    },
  };
};

/** Values that SES does not return are absent; a stop is always known. */
const askingForStatus = async (cloud: SimulatedCloud): Promise<Conversation> => {
  const { id: endpointId } = await cloud.newEndpoint();
  const until = cloud.clock.now() + DAY_MS;
  await cloud.services.table.put({ ...confirmationStopKey(), [cloud.workspaceId]: until }, {});
  return {
    request: { params: { endpointId } },
    answers: READ,
    check: async (answers) =>
      answers.flatMap(({ body }) => {
        const { isSandboxed, stoppedUntil } = JSON.parse(body);
        const isRight = isSandboxed !== true && stoppedUntil === formatTime(new Date(until));
        return isRight ? [] : [`the status is ${body}`];
      }),
  };
};

export const confirmationScenarios = {
  testConfirmation: [{ name: 'the stored one', begin: testing }],
  retrieveConfirmationStatus: [{ name: 'while they have stopped', begin: askingForStatus }],
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

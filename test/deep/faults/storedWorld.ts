import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, jest } from '@jest/globals';
import { exportWorkspace } from '../../../infra/operator/export/exportWorkspace.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { ITEM_KINDS, kindsOf } from '../../../shared/storage/itemKinds.ts';
import { personOf } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { ageRemovalKey, submissionKey } from '../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { CapturedOutput } from '../../support/simulator/capturedOutput.ts';
import { Clock } from '../../support/simulator/clock.ts';
import { FaultPlan } from '../../support/simulator/faultPlan.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';
import type { QueueName } from '../../support/simulator/services.ts';
import { Instances, SimulatedCloud } from './simulatedCloud.ts';

/** A service with stored items of every kind, and calls that must succeed with any content of one item. */

export type Kind = keyof typeof ITEM_KINDS;
export type World = Awaited<ReturnType<typeof givenWorld>>;

export const output = new CapturedOutput();
const stopCapturing = output.install();
afterAll(stopCapturing);
beforeEach(() => {
  output.lines = [];
});

export const RECIPIENT = 'owner@example.com';
const CONFIRMATION = { subject: 'Thank you', text: 'We got {{field.message}}.' };
/** Enough submissions to fill an index page. */
export const SEALED = 40;
export const HOOK = 'https://hooks.example.com/';

/** Everything that a service stored, at a time. */
export interface Stored {
  writtenAt: string;
  names: Record<'workspaceId' | 'keyId' | 'key' | 'own' | 'other' | 'webhook' | 'id', string>;
  messages: readonly { queue: string; body: string; dueAt: number }[];
  items: readonly Item[];
}

/** @param target the function to which the cloud's settings apply once it is armed */
export function newCloud(startMs: number, target = '') {
  const clock = new Clock(startMs);
  jest.spyOn(Date, 'now').mockImplementation(clock.now);
  const cloud = new SimulatedCloud({ clock, output, instances: new Instances() }, target, new FaultPlan());
  const call = (name: string, params: Record<string, string> = {}, json?: unknown, query = {}) =>
    cloud.read(name, { params, query, json });
  const post = (endpointId: string) =>
    call('createSubmission', { endpointId }, { message: 'Hello', email: `${cloud.clock.now()}@example.net` });
  return { cloud, call, post };
}

/** A service with what another one has stored. */
export function worldOf({ writtenAt, names, messages, items }: Stored) {
  const world = newCloud(Date.parse(writtenAt));
  const { services } = Object.assign(world.cloud, names);
  for (const [i, { queue, body, dueAt }] of messages.entries())
    services.queues[queue as QueueName].accept({ id: `message-${i}`, body, sentAt: dueAt, dueAt });
  for (const item of items) write(world, item);
  world.cloud.sources.rewind({ forget: true });
  return { ...world, ...names, asking: names.other };
}

export async function givenWorld() {
  const world = newCloud(Date.now());
  const { cloud, call, post } = world;
  await cloud.open();
  const make = async (name: string, json: object) => (await call(name, {}, json)).json.id as string;
  const form = { targetEmails: [RECIPIENT], spamFilter: 'learn', honeypotField: 'trap', blockedTerms: ['casino'] };
  const settings = {
    files: {},
    unknownFields: 'keep',
    keepDays: 3_650,
    keepSpamDays: 3_650,
    thankYouText: 'Thank you!',
    maxSubmissions: 1_000_000,
    closesAt: '2090-01-01 00:00:00.000000',
    isArchived: false,
    closedText: 'Closed.',
    fields: [{ name: 'message', type: 'textarea', required: true }],
    confirmation: CONFIRMATION,
  };
  const own = await make('createEndpoint', { slug: 'own-form', ...form, ...settings });
  const other = await make('createEndpoint', { slug: 'other-form', ...form });
  const asking = await make('createEndpoint', {
    slug: 'asking',
    targetEmails: [],
    confirmation: { ...CONFIRMATION, verify: true },
  });
  const webhook = await make('createWebhook', { endpointId: own, url: `${HOOK}own`, format: 'slack' });
  await make('createWebhook', { endpointId: own, url: `${HOOK}sound` });
  await make('createKey', { name: 'Another key', expiresAt: '30-days' });
  await signUp(cloud);
  const older = Array.from({ length: SEALED }, () => newId('submission', cloud.clock.now() - 1_000));
  const put = (submissionId: string) =>
    cloud.services.table.put({ ...submissionKey(own, submissionId), data: '{"message":"Old"}', location: 'Spain' }, {});
  for (const submissionId of older) await put(submissionId);
  const today = new Date(cloud.clock.now()).toISOString().slice(0, 10);
  await cloud.services.table.put({ ...ageRemovalKey(own, today), removed: 1 }, {});
  const { id } = (await post(own)).json;
  await post(own);
  await post(other);
  await post(asking);
  await cloud.settle();
  await call('updateSubmission', { endpointId: own, id }, { isSpam: true });
  await cloud.settle();
  await call('updateSubmission', { endpointId: own, id }, { isSpam: false, isRead: true });
  await cloud.settle();
  return { ...world, own, other, asking, webhook, id };
}

/** A member with a session, who has asked for a code. */
async function signUp({ table, workspaceId }: SimulatedCloud): Promise<void> {
  const address = 'member@example.com';
  const { id: memberId } = await new Members(table).create(workspaceId, { address, role: 'editor' });
  await new Sessions(table).begin({ workspaceId, memberId }, 'Firefox on Linux', {});
  const codes = new SignInCodes(table);
  const handle = SignInCodes.newHandle();
  await codes.open(handle, personOf(address));
  await codes.codeOf(handle);
}

export const stored = (cloud: SimulatedCloud): Item[] => [...cloud.services.items.state().values()];
export const kindOf = (item: Item): Kind | undefined => {
  const [found] = kindsOf(item as never);
  return (Object.keys(ITEM_KINDS) as Kind[]).find((name) => ITEM_KINDS[name] === found);
};
export const write = ({ cloud }: Pick<World, 'cloud'>, item: Item): void =>
  cloud.services.items.change([[idOf(item), item]]);
export const now = ({ cloud }: World, item: Item): Item | undefined => cloud.services.items.state().get(idOf(item));

/** The item of a kind; if there are several, the one that belongs to the form `own`. */
export const itemOf = (world: World, kind: Kind): Item | undefined => {
  const all = stored(world.cloud).filter((item) => kindOf(item) === kind);
  const keyOf = ({ PK, SK }: Item) => `${PK} ${SK}`;
  const isOwn = (item: Item) => [world.own, world.webhook].some((id) => keyOf(item).includes(id));
  const preferred = all.filter((item) => isOwn(item) && !keyOf(item).includes(world.cloud.keyId));
  return preferred[0] ?? all.findLast(({ PK }) => PK !== `KEY#${world.cloud.keyId}`);
};

/** Calls that must succeed no matter what one item holds. */
const listsOf = ({ own, other, asking, webhook, id }: World): [name: string, params: object, query?: object][] => [
  ['listEndpoints', {}],
  ['listKeys', {}],
  ['listMembers', {}],
  ['listStatistics', {}],
  ['listWebhooks', { endpointId: own }],
  ['listSubmissions', { endpointId: own }],
  ['listSubmissions', { endpointId: own }, { limit: '1', page: '2' }],
  ['searchSubmissions', { endpointId: own }, { query: 'hello' }],
  ['retrieveStatistics', { id: own }],
  ['listPendingSubmissions', { endpointId: asking }],
  ['retrieveDeliveries', { endpointId: own, id }],
  ['listWebhookDeliveries', { id: webhook }],
  ['retrieveEndpoint', { id: other }],
  ['listSubmissions', { endpointId: other }],
];

/** Calls about the item itself, which may fail if it cannot be read. */
export const ABOUT_ITSELF: Partial<Record<Kind, readonly string[]>> = {
  endpoint: [
    'listWebhooks',
    'listSubmissions',
    'searchSubmissions',
    'retrieveStatistics',
    'retrieveDeliveries',
    'listWebhookDeliveries',
  ],
  webhook: ['listWebhookDeliveries'],
  submission: ['retrieveDeliveries'],
};

export async function requireLists(world: World, except: readonly string[] = []) {
  const failed: unknown[] = [];
  let unreadable = 0;
  for (const [name, params, query] of listsOf(world)) {
    const { status, json } = await world.call(name, params as never, undefined, query);
    unreadable += json._metadata?.unreadable?.length ?? json.unreadable ?? 0;
    const isOfOther = Object.values(params).includes(world.other);
    if (status !== 200 && (isOfOther || !except.includes(name))) failed.push([name, params, status]);
  }
  expect(failed).toEqual([]);
  return unreadable;
}

/** Posts to a form; its mail, and if it is `own` its sound webhook, must follow. */
export async function requireReceiving(world: World, endpointId: string) {
  const { services } = world.cloud;
  const { status, json } = await world.post(endpointId);
  await world.cloud.settle();
  const isMailed = services.mails.some(({ about, recipient }) => about === json.id && recipient === RECIPIENT);
  const isPosted = services.posted.some(({ url, body }) => String(url) === `${HOOK}sound` && body.includes(json.id));
  expect({ status, isMailed, isPosted }).toEqual({ status: 201, isMailed: true, isPosted: endpointId === world.own });
}

export async function exported({ cloud }: World): Promise<string> {
  const table = cloud.services.table;
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  try {
    const workspace = await new Workspaces(table).find(cloud.workspaceId);
    const fileBucket = { downloadUrl: async () => 'data:text/plain,Hello' };
    await exportWorkspace({ table, fileBucket }, workspace as never, folder, () => undefined);
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jsonl'));
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  } finally {
    await rm(folder, { recursive: true });
  }
}

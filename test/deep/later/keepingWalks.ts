import { formatTime } from '../../../shared/contract/time.ts';
import { confirmToken } from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import type { StoredEndpoint } from '../../../shared/storage/endpoints/storedEndpoint.ts';
import { throttled } from '../../support/simulator/faultKinds.ts';
import { mailOf } from '../../support/simulator/services.ts';
import { DAY_MS, HOUR_MS, type World } from './world.ts';

const [DUE, KEPT] = [70, 40];
const OWNER = 'a@example.com';

/** An endpoint's submissions as its owner sees them in each operation that reads several. */
async function seen(world: World, endpointId: string) {
  const query = { limit: '10', page: '4' };
  const of = { params: { endpointId } };
  const found = await world.call('searchSubmissions', { ...of, query: { query: 'hello', limit: '100' } });
  const oldest = await world.call('searchSubmissions', { ...of, query: { order: 'oldest', limit: '1' } });
  const [statistics] = (await world.call('listStatistics', {})).json.statistics;
  const { days } = (await world.call('retrieveStatistics', { params: { id: endpointId }, query: { days: '7' } })).json;
  const list = await world.call('listSubmissions', { ...of, query });
  return {
    pages: list.json._metadata.totalPages,
    onLastPage: list.json.submissions.length,
    found: found.json.submissions.length,
    oldest: oldest.json.submissions[0]?.data.number,
    total: [statistics.submissions, statistics.unread],
    ofDays: days.reduce((sum: number, day: { submissions: number }) => sum + day.submissions, 0),
  };
}

const statusesOf = async (world: World, endpointId: string, id: string) => {
  const one = { params: { endpointId, id } };
  const change = { params: { endpointId }, json: { ids: [id], isRead: true } };
  const bulk = (await world.call('updateSubmissions', change)).json.results[0].status;
  const update = { ...one, json: { isRead: true } };
  const called = [world.call('retrieveSubmission', one), world.call('updateSubmission', update)];
  const deliveries = world.call('retrieveDeliveries', one);
  return [...(await Promise.all([...called, deliveries])).map(({ status }) => status), bulk];
};

const removeByAge = async (world: World) => {
  await world.cloud.sources.publish('purgeEndpoint', { look: 'due' });
  await world.pass(HOUR_MS);
};

/** Due submissions disappear at once and are removed within an hour; a longer period restores none. */
async function keptByAge(world: World): Promise<void> {
  const id = await world.endpoint({ keepDays: 1 });
  let first = '';
  for (let i = 0; i < DUE + KEPT; i++) {
    if (i === DUE) await world.pass(DAY_MS / 2);
    const sent = await world.post(id, { message: 'Hello', number: i });
    first ||= sent;
  }
  await world.pass(DAY_MS / 2 + HOUR_MS);
  const expected = { pages: 4, onLastPage: 10, found: KEPT, oldest: DUE, total: [KEPT, KEPT], ofDays: KEPT };
  world.expect('seen before the removal', await seen(world, id), expected);
  const gone = [404, 404, 404, 'notFound'];
  world.expect('a due one', await statusesOf(world, id, first), gone);
  world.expect('stored before the removal', stored(world, id), DUE + KEPT);
  for (const keepDays of [10, 1, null]) await world.call('updateEndpoint', { params: { id }, json: { keepDays } });
  world.expect('seen without a period', await seen(world, id), expected);
  await removeByAge(world);
  world.expect('seen after the removal', await seen(world, id), expected);
  world.expect('stored after the removal', stored(world, id), KEPT);
  await removeByAge(world);
  const { days } = (await world.call('retrieveStatistics', { params: { id }, query: { days: '7' } })).json;
  const removed = days.reduce((sum: number, day: { removed?: number }) => sum + (day.removed ?? 0), 0);
  world.expect('removals that are counted', removed, DUE);
  await world.pass(3 * DAY_MS);
  world.expect('seen later', await seen(world, id), expected);
  await world.call('deleteEndpoint', { params: { id } });
  await removeByAge(world);
  const left = [...world.cloud.services.items.state().values()].filter(({ PK }) => PK === 'KEEPING-ENDPOINTS');
  world.expect('endpoints listed for removal', left.length, 0);
}

/**
 * Due spam disappears at once and is removed within an hour; a longer period spares it until then. What was marked as not spam in
 * time stays, and an old submission that is marked as spam goes.
 */
async function spamByAge(world: World): Promise<void> {
  const id = await world.endpoint({ keepSpamDays: 1, blockedTerms: ['casino'] });
  const ids: string[] = [];
  for (let i = 0; i < DUE + KEPT; i++) {
    if (i === DUE) await world.pass(DAY_MS / 2);
    ids.push(await world.post(id, { message: i % 2 === 0 ? 'Hello' : 'Hello casino', number: i }));
  }
  const mark = async (number: number, isSpam: boolean) => {
    const params = { endpointId: id, id: ids[number] as string };
    return (await world.call('updateSubmission', { params, json: { isSpam } })).status;
  };
  const change = (keepSpamDays: number | null) =>
    world.call('updateEndpoint', { params: { id }, json: { keepSpamDays } });
  const expected = (all: number, oldest: number) => {
    const pages = Math.ceil(all / 10);
    return { pages, onLastPage: 10, found: Math.min(100, all), oldest, total: [all, all], ofDays: all };
  };
  world.expect('marked as not spam in time', await mark(1, false), 200);
  await world.pass(DAY_MS / 2 + HOUR_MS);
  const left = DUE / 2 + 1 + KEPT;
  world.expect('seen before the removal', await seen(world, id), expected(left, 0));
  world.expect('due spam', await statusesOf(world, id, ids[3] as string), [404, 404, 404, 'notFound']);
  world.expect('marked too late', [await mark(3, false), await mark(0, true), await mark(0, false)], [404, 200, 404]);
  await world.pass(HOUR_MS / 60);
  world.expect('seen after a late mark', await seen(world, id), expected(left - 1, 1));
  await change(10);
  world.expect('seen with a longer period', await seen(world, id), expected(DUE + KEPT, 0));
  world.expect('stored before the removal', stored(world, id), DUE + KEPT);
  for (const keepSpamDays of [1, 10, 1]) {
    await change(keepSpamDays);
    await removeByAge(world);
    world.expect('seen after the removal', await seen(world, id), expected(left - 1, 1));
  }
  world.expect('stored after the removal', stored(world, id), left - 1);
  await world.pass(DAY_MS);
  const wanted = DUE / 2 + KEPT / 2;
  world.expect('seen a day later', await seen(world, id), expected(wanted, 1));
  await removeByAge(world);
  world.expect('stored a day later', stored(world, id), wanted);
}

const stored = (world: World, id: string): number =>
  [...world.cloud.services.items.state().values()].filter(
    ({ PK, SK }) => PK === `ENP#${id}` && String(SK).startsWith('SUB#'),
  ).length;

/** A mail and a webhook that fail until their submission is due are abandoned; a replay sends nothing either. */
async function dueUndelivered(world: World): Promise<void> {
  const endpoint = await world.cloud.newEndpoint({ targetEmails: [OWNER], keepDays: 1 });
  const { id } = await world.cloud.newWebhook(endpoint, { events: ['submission.created'] });
  const endMs = world.cloud.clock.now() + DAY_MS + HOUR_MS;
  world.cloud.services.outage = ({ service }) => {
    if (service === 'ses' && world.cloud.clock.now() < endMs) throw throttled({ service });
  };
  world.cloud.services.receiver = () =>
    world.cloud.clock.now() < endMs ? { status: 500, error: 'status', answer: '' } : { status: 200, answer: '' };
  const about = await world.post(endpoint.id);
  const confirmation = { subject: 'Please confirm', text: 'Hello', emailField: 'email', verify: true };
  const asking = await world.endpoint({ keepDays: 1, confirmation });
  const late = await world.post(asking, { email: 'sender@example.net' });
  world.expect('pending ones', pending(world, asking), 1);
  await world.pass(2 * DAY_MS);
  const { deliveries } = (await world.call('listWebhookDeliveries', { params: { id } })).json;
  const ids = deliveries.map((delivery: { id: string }) => delivery.id);
  await world.call('replayWebhookDeliveries', { params: { id }, json: { ids } });
  await world.pass(DAY_MS);
  world.expect('mails', world.mails(OWNER).filter((mail) => mail.about === about).length, 0);
  const accepted = world.cloud.services.accepted.filter((delivery) => ids.includes(delivery));
  world.expect('events', [ids.length, accepted.length], [1, 0]);
  const token = confirmToken(await new ConfirmationSecret(world.cloud.services.table).findOrMake(), asking, late);
  const link = { params: { endpointId: asking }, json: { token, action: 'confirm' } };
  world.expect('the link of a due one', (await world.call('answerConfirmation', link)).status, 404);
  await removeByAge(world);
  world.expect('pending ones later', pending(world, asking), 0);
}

const pending = (world: World, id: string): number =>
  [...world.cloud.services.items.state().values()].filter(({ PK }) => PK === `PENDING#${id}`).length;

/** A form closes at its moment: from then on it stores nothing, but what arrived before can be confirmed. */
async function closing(world: World): Promise<void> {
  const endMs = world.cloud.clock.now() + DAY_MS;
  const confirmation = { subject: 'Please confirm', text: 'Hello', emailField: 'email', verify: true };
  const endpointId = await world.endpoint({ closesAt: formatTime(new Date(endMs)), confirmation });
  const post = (email: string) => world.call('createSubmission', { params: { endpointId }, json: { email } });
  await world.pass(DAY_MS - HOUR_MS);
  const { status, json } = await post('sender@example.net');
  world.expect('before its moment', status, 201);
  await world.pass(endMs - world.cloud.clock.now());
  world.expect('at its moment', (await post('late@example.net')).status, 403);
  const token = confirmToken(
    await new ConfirmationSecret(world.cloud.services.table).findOrMake(),
    endpointId,
    json.id,
  );
  const link = { params: { endpointId }, json: { token, action: 'confirm' } };
  world.expect('the link of an earlier one', (await world.call('answerConfirmation', link)).status, 200);
  await world.pass(HOUR_MS);
  world.expect('stored', [stored(world, endpointId), pending(world, endpointId)], [1, 0]);
  const closesAt = formatTime(new Date(endMs + DAY_MS));
  await world.call('updateEndpoint', { params: { id: endpointId }, json: { closesAt } });
  world.expect('until a later moment', (await post('later@example.net')).status, 201);
}

const DOWN = 'down@example.com';

/** Delivered submissions go within hours; failing, replayed and held ones stay until that ended, or for three days. */
async function untilDelivered(world: World): Promise<void> {
  const { services, clock, newWebhook } = world.cloud;
  const [startMs, recoversMs] = [clock.now(), clock.now() + 10 * HOUR_MS];
  const newEndpoint = (fields: object) => world.cloud.newEndpoint({ keep: 'untilDelivered', ...fields });
  const webhookOf = (endpoint: StoredEndpoint, host: string) =>
    newWebhook.call(world.cloud, endpoint, { events: ['submission.created'], url: `https://${host}.example.com/` });
  const quick = await newEndpoint({ targetEmails: [OWNER] });
  const failing = await newEndpoint({ targetEmails: [OWNER, DOWN] });
  const refused = await newEndpoint({ targetEmails: [OWNER] });
  const replayed = await newEndpoint({});
  const held = await newEndpoint({ targetEmails: [OWNER], honeypotField: 'trap' });
  const hooks = [await webhookOf(quick, 'up'), await webhookOf(refused, 'down'), await webhookOf(replayed, 'later')];
  const isDown = (host: string) =>
    clock.now() < startMs + 4 * DAY_MS &&
    (host === 'down' || (host === 'later' && clock.now() > startMs + HOUR_MS / 2));
  services.outage = ({ service, action, input }) => {
    if (service === 'ses' && action === 'SendEmail' && mailOf(input).recipient === DOWN && isDown('down'))
      throw throttled({ service });
  };
  services.receiver = ({ url }) => {
    const host = new URL(url).hostname.split('.')[0] ?? '';
    const fails = isDown(host) && (host === 'down' || clock.now() < recoversMs);
    return fails ? { status: 500, error: 'status', answer: '' } : { status: 200, answer: '' };
  };
  const endpoints = [quick, failing, refused, replayed, held];
  for (const { id } of endpoints) await world.post(id, { message: 'Hello', ...(id === held.id && { trap: 'x' }) });
  const left = () => endpoints.map(({ id }) => stored(world, id));
  const hourlyUntil = async (hours: number) => {
    while (clock.now() < startMs + hours * HOUR_MS) await removeByAge(world);
  };
  await hourlyUntil(1);
  const params = { id: hooks[2]?.id ?? '' };
  const { deliveries } = (await world.call('listWebhookDeliveries', { params })).json;
  await world.call('replayWebhookDeliveries', { params, json: { ids: [deliveries[0].id] } });
  await hourlyUntil(2);
  world.expect('within two hours', left(), [1, 1, 1, 1, 1]);
  await hourlyUntil(6);
  world.expect('after six hours', left(), [0, 1, 1, 1, 1]);
  await hourlyUntil(40);
  world.expect('after the replay', left(), [0, 1, 1, 0, 1]);
  await hourlyUntil(70);
  world.expect('before three days', left(), [0, 1, 1, 0, 1]);
  await hourlyUntil(74);
  world.expect('after three days', left(), [0, 0, 0, 0, 0]);
  await world.pass(3 * DAY_MS);
  world.expect('mails', [world.mails(OWNER).length, world.mails(DOWN).length], [3, 0]);
  const acceptances = services.accepted.filter((id) => id.startsWith('msg_'));
  world.expect('events', acceptances.length, 3);
  const days = endpoints.map(({ id }) => world.call('retrieveStatistics', { params: { id }, query: { days: '9' } }));
  const removed = (await Promise.all(days)).map(({ json }) =>
    json.days.reduce((sum: number, day: { removed?: number }) => sum + (day.removed ?? 0), 0),
  );
  world.expect('removals that are counted', removed, [1, 1, 1, 1, 1]);
}

export const keepingWalks = { keptByAge, spamByAge, dueUndelivered, untilDelivered, closing };

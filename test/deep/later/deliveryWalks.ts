import { newId } from '../../../shared/runtime/newId.ts';
import { type ServiceCall, ServiceFailure } from '../../support/simulator/calls.ts';
import { throttled } from '../../support/simulator/faultKinds.ts';
import { confirmationsIn } from '../faults/deliveryChecks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type World } from './world.ts';

const OWNERS = ['a@example.com', 'b@example.com'];
const OVER_BUDGET = { mailsPerHour: 2 };

const digestsTo = (world: World, owner: string): string[] => [
  ...new Set(
    world
      .mails(owner)
      .map(({ subject }) => subject)
      .filter((subject) => /^\d/.test(subject)),
  ),
];

/** More than the budget: a quarter of an hour later each address gets one mail about all. An hour later the budget is free. */
async function digest(world: World): Promise<void> {
  world.cloud.settings = OVER_BUDGET;
  const id = await world.endpoint({ targetEmails: OWNERS });
  for (let i = 0; i < 4; i++) await world.post(id);
  await world.pass(5 * MINUTE_MS);
  for (const owner of OWNERS) world.expect(`digests to ${owner} before the time`, digestsTo(world, owner).length, 0);
  await world.pass(15 * MINUTE_MS);
  for (const owner of OWNERS) world.expect(`digests to ${owner}`, digestsTo(world, owner).map(Number.parseFloat), [4]);
  await world.pass(2 * HOUR_MS);
  const later = await world.post(id);
  await world.pass(20 * MINUTE_MS);
  const own = OWNERS.filter((owner) => world.mails(owner).some(({ about }) => about === later));
  world.expect('mails about the next one', own, OWNERS);
}

/** A submission whose id is older than its arrival, after its digest was sent, is in the digest of its arrival. */
async function lateDigest(world: World): Promise<void> {
  world.cloud.settings = { mailsPerHour: 1 };
  const [owner = ''] = OWNERS;
  const id = await world.endpoint({ targetEmails: [owner] });
  const beginMs = world.cloud.clock.now();
  for (let i = 0; i < 2; i++) await world.post(id);
  await world.pass(18 * MINUTE_MS);
  world.expect('digests', digestsTo(world, owner).map(Number.parseFloat), [2]);
  await world.cloud.store(id, newId('submission', beginMs + MINUTE_MS));
  await world.pass(35 * MINUTE_MS);
  const last = digestsTo(world, owner).at(-1) ?? '';
  world.expect('submissions in the late digest', Number.parseFloat(last), 1);
}

const withoutMailFor = (world: World, forMs: number) => {
  const endMs = world.cloud.clock.now() + forMs;
  world.cloud.services.outage = ({ service }: ServiceCall) => {
    if (service === 'ses' && world.cloud.clock.now() < endMs) throw throttled({ service });
  };
};

/** SES accepts nothing for two days; then the mail arrives exactly once. */
async function mailRetries(world: World): Promise<void> {
  const [owner = ''] = OWNERS;
  const id = await world.endpoint({ targetEmails: [owner] });
  withoutMailFor(world, 2 * DAY_MS);
  const about = await world.post(id);
  await world.pass(2 * DAY_MS - HOUR_MS);
  world.expect('mails during the outage', world.mails(owner).length, 0);
  await world.pass(4 * HOUR_MS);
  world.expect('mails after it', [...new Set(world.mails(owner).map((mail) => mail.about))], [about]);
}

/** SES takes nothing for days: after three, the mail is on the operator's list, for 90 days. */
async function mailGivenUp(world: World): Promise<void> {
  const id = await world.endpoint({ targetEmails: OWNERS.slice(0, 1) });
  withoutMailFor(world, 5 * DAY_MS);
  await world.post(id);
  await world.pass(2 * DAY_MS);
  world.expect('failures after two days', (await world.cloud.failures()).length, 0);
  await world.pass(2 * DAY_MS);
  world.expect('failures after four days', (await world.cloud.failures()).length, 1);
  await world.pass(93 * DAY_MS);
  world.expect('failures after three months', (await world.cloud.failures()).length, 0);
}

async function givenWebhook(world: World) {
  const [owner = ''] = OWNERS;
  const endpoint = await world.cloud.newEndpoint({ targetEmails: [owner] });
  const webhook = await world.cloud.newWebhook(endpoint, { events: ['submission.created'] });
  const log = async () => (await world.call('listWebhookDeliveries', { params: { id: webhook.id } })).json.deliveries;
  return { endpoint, webhook, owner, log };
}

/** A receiver that fails for 30 hours gets the event once it is back. The log of it is kept for 30 days. */
async function webhookRetries(world: World): Promise<void> {
  const { endpoint, log } = await givenWebhook(world);
  const endMs = world.cloud.clock.now() + 30 * HOUR_MS;
  const { services, clock } = world.cloud;
  services.receiver = () =>
    clock.now() < endMs ? { status: 500, error: 'status', answer: '' } : { status: 200, answer: '' };
  await world.post(endpoint.id);
  await world.pass(29 * HOUR_MS);
  const ids = () => [...new Set(services.posted.map(({ headers }) => headers['webhook-id']))];
  world.expect('it has tried', services.posted.length > 5, true);
  world.expect('deliveries', ids().length, 1);
  await world.pass(2 * DAY_MS);
  world.expect('it was accepted', services.accepted.includes(String(ids()[0])), true);
  world.expect('deliveries in the log', (await log()).length, 1);
  await world.pass(31 * DAY_MS);
  world.expect('deliveries in the log a month later', (await log()).length, 0);
}

/** A receiver that fails for five days is switched off, and its owner gets one mail that says so. */
async function webhookOff(world: World): Promise<void> {
  const { endpoint, webhook, owner } = await givenWebhook(world);
  world.cloud.services.receiver = () => ({ status: 500, error: 'status', answer: '' });
  const ids: string[] = [];
  for (let day = 0; day < 4; day++) {
    ids.push(await world.post(endpoint.id));
    await world.pass(DAY_MS);
  }
  const isOn = async () => (await world.call('retrieveWebhook', { params: { id: webhook.id } })).json.isEnabled;
  world.expect('on after four days', await isOn(), true);
  await world.pass(3 * DAY_MS);
  world.expect('on after a week', await isOn(), false);
  const others = new Set(
    world
      .mails(owner)
      .map(({ about }) => about)
      .filter((about) => !ids.includes(about)),
  );
  world.expect('mails that say so', others.size, 1);
}

/** The table is unavailable for minutes: the function plans the missed deliveries later, and nothing is lost. */
async function tableOutage(world: World): Promise<void> {
  const [owner = ''] = OWNERS;
  const id = await world.endpoint({ targetEmails: [owner] });
  const about = await world.post(id);
  const endMs = world.cloud.clock.now() + 3 * MINUTE_MS;
  world.cloud.services.outage = ({ service }: ServiceCall) => {
    if (service === 'dynamodb' && world.cloud.clock.now() < endMs) throw new ServiceFailure(503, 'ServiceUnavailable');
  };
  await world.pass(HOUR_MS);
  await world.cloud.redriveAll();
  world.expect('mails', [...new Set(world.mails(owner).map((mail) => mail.about))], [about]);
}

const CONFIRMATION = { subject: 'Thank you', text: 'We got it.' };

/** Three senders within a minute, one confirmation an hour: the others wait for their hours. */
async function waitingConfirmations(world: World): Promise<void> {
  world.cloud.settings = { confirmationsPerHour: 1 };
  const id = await world.endpoint({ confirmation: CONFIRMATION });
  const senders = ['one', 'two', 'three'].map((name) => `${name}@example.net`);
  for (const email of senders) await world.post(id, { email });
  const confirmed = () => new Set(confirmationsIn(world.cloud).map(({ recipient }) => recipient)).size;
  await world.pass(10 * MINUTE_MS);
  world.expect('not more than one at first', confirmed() <= 1, true);
  await world.pass(12 * HOUR_MS);
  world.expect('not more than each once', confirmationsIn(world.cloud).length <= 3, true);
  const lost = world.cloud
    .records('confirmation')
    .filter(({ state, reason }) => state !== 'sent' && reason !== 'interrupted');
  world.expect('confirmations that still wait', lost.length, 0);
}

/** Confirmations of two endpoints bounce: those of their workspace wait until a day later, and then go out. */
async function brake(world: World): Promise<void> {
  const { cloud } = world;
  for (let form = 0; form < 2; form++) {
    const id = await world.endpoint({ confirmation: CONFIRMATION });
    for (let sender = 0; sender < 6; sender++) await world.post(id, { email: `sender${sender}@form${form}.example` });
  }
  await world.pass(3 * HOUR_MS);
  world.expect('confirmations', confirmationsIn(cloud).length, 12);
  for (const { recipient, tags } of confirmationsIn(cloud)) {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: recipient }],
    };
    await cloud.sources.publish('recordMailEvent', { detail: { eventType: 'Bounce', bounce, mail: { tags } } });
  }
  const endpointId = await world.endpoint({ confirmation: CONFIRMATION });
  const shown = async () => (await world.call('retrieveConfirmationStatus', { params: { endpointId } })).json;
  const about = await world.post(endpointId, { email: 'another@example.net' });
  const isConfirmed = () => confirmationsIn(cloud).some((mail) => mail.about === about);
  await world.pass(HOUR_MS);
  world.expect('an hour later', [isConfirmed(), (await shown()).stoppedBy], [false, 'workspace']);
  await world.pass(DAY_MS);
  world.expect('a day later', [isConfirmed(), (await shown()).stoppedBy], [true, undefined]);
}

export const deliveryWalks = {
  digest,
  lateDigest,
  mailRetries,
  mailGivenUp,
  webhookRetries,
  webhookOff,
  tableOutage,
  waitingConfirmations,
  brake,
};

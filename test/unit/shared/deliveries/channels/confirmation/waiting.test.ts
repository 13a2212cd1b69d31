import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { createHandler as recordMailEvent } from '../../../../../../lambdas/recordMailEvent.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import {
  addReturnedConfirmation,
  networkStoppedUntil,
} from '../../../../../../shared/storage/confirmations/confirmationHealth.ts';
import { confirmationStopKey } from '../../../../../../shared/storage/confirmations/confirmationKeys.ts';
import { PendingSubmissions } from '../../../../../../shared/storage/confirmations/pendingSubmissions.ts';
import {
  networkName,
  WAITING_PER_NETWORK_MAX,
  WaitingConfirmations,
} from '../../../../../../shared/storage/confirmations/waitingConfirmations.ts';
import { DeliveryRecords } from '../../../../../../shared/storage/deliveries/deliveryRecords.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints/storedEndpoint.ts';
import { submittedAt } from '../../../../../../shared/storage/table/itemKeys.ts';
import { PARTITION_PREFIX } from '../../../../../../shared/storage/table/partitions.ts';
import { FaultPlan } from '../../../../../support/simulator/faultPlan.ts';
import { SimulatedPipeline } from '../../support/simulatedPipeline.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Hourly limit of an endpoint that any script can post to. */
const OPEN_MAX = 5;
const VERIFYING = { subject: 'Please confirm', text: 'We got your message.', verify: true };
const ATTACKER = '203.0.113';

class Form {
  readonly service = new SimulatedPipeline();
  endpoint = {} as StoredEndpoint;
  #count = 0;

  static async open(fields: object = {}): Promise<Form> {
    const form = new Form();
    form.endpoint = await form.service.newEndpoint({ confirmation: VERIFYING, ...fields });
    form.service.sources.rewind({ forget: true });
    return form;
  }

  async submit(name: string, network = name): Promise<string> {
    const { service, endpoint } = this;
    const id = newId('submission', service.clock.now());
    const sender = { data: { email: `${name}@example.com` }, network: networkName(network) };
    await service.repositories.submissions.create(endpoint.id, { id, ...sender, location: 'Spain', isPending: true });
    await service.settle(service.clock.now());
    return id;
  }

  async attack(times: number): Promise<void> {
    for (let i = 0; i < times; i++) await this.submit(`dead${this.#count++}`, ATTACKER);
  }

  /** As Amazon SES reports them. */
  async bounceAll(): Promise<void> {
    const { table } = this.service;
    const record = recordMailEvent({ records: new DeliveryRecords(table), table });
    for (const { tags, recipient } of this.service.services.mails) {
      const bounce = {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: recipient }],
      };
      await record(
        { detail: { mail: { tags }, bounce } } as never,
        { getRemainingTimeInMillis: () => 10_000 } as Context,
      );
    }
  }

  recipients = () => this.service.services.mails.map(({ recipient }) => recipient.split('@')[0]);
  waiting = () =>
    [...this.service.services.items.state().values()].filter(({ PK }) =>
      String(PK).startsWith(PARTITION_PREFIX.waiting),
    ).length;
  outcomeOf = (id: string) => {
    const { state, reason } = this.service.recordOf(id) ?? {};
    return { state, reason };
  };
  /** Removes what DynamoDB may remove by its TTL. */
  expire = () => {
    const { items } = this.service.services;
    const nowS = this.service.clock.now() / 1_000;
    const expired = [...items.state()].filter(([, { ttl }]) => Number(ttl) < nowS);
    items.change(expired.map(([id]) => [id, undefined]));
  };
  after = (ms: number) => this.service.settleUntil(this.service.clock.now() + ms);
}

describe('Above an endpoint’s hourly limit', () => {
  test('a submission waits, with the reason, and gets its mail in turn', async () => {
    const form = await Form.open();
    await form.attack(OPEN_MAX);
    const id = await form.submit('ada');
    expect(form.outcomeOf(id)).toEqual({ state: 'pending', reason: 'endpointPerHour' });
    await form.after(HOUR_MS - MINUTE_MS);
    expect(form.recipients()).not.toContain('ada');
    await form.after(3 * MINUTE_MS);
    expect(form.recipients().slice(OPEN_MAX)).toEqual(['ada']);
    expect(form.outcomeOf(id)).toMatchObject({ state: 'sent' });
    await form.service.settle();
    expect(form.waiting()).toBe(0);
    expect(form.service.messages()).toEqual([]);
  });

  test('one network that posts constantly delays others by about an hour, in order', async () => {
    const form = await Form.open();
    const names = ['ada', 'bob', 'cy', 'dan'];
    for (let minute = 0; minute < 150; minute += 2) {
      await form.attack(1);
      const name = minute % 20 === 10 ? names[(minute - 10) / 20] : undefined;
      if (name) await form.submit(name);
      await form.after(2 * MINUTE_MS);
    }
    const sent = form.service.services.mails.filter(({ recipient }) => !recipient.startsWith('dead'));
    expect(sent.map(({ recipient }) => recipient.split('@')[0])).toEqual(names);
    const waitedMs = sent.map(({ acceptedAt, about }) => acceptedAt - submittedAt(about));
    expect(Math.max(...waitedMs)).toBeLessThan(1.2 * HOUR_MS);
  });

  test('only a limited number per network waits, even for forged networks', async () => {
    const form = await Form.open();
    await form.attack(OPEN_MAX + WAITING_PER_NETWORK_MAX);
    expect(form.waiting()).toBe(WAITING_PER_NETWORK_MAX);
    await form.attack(3);
    expect(form.waiting()).toBe(WAITING_PER_NETWORK_MAX);
    const left = form.service.records('confirmation').filter(({ state }) => state === 'skipped');
    expect(left.map(({ reason }) => reason)).toEqual(Array(3).fill('endpointPerHour'));
    const item = [...form.service.services.items.state().values()].find(({ PK }) => String(PK).startsWith('WAITING#'));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(160);
    await form.submit('ada');
    await form.after(65 * MINUTE_MS);
    expect(form.recipients()).toContain('ada');
  });

  test('a network whose mails bounce waits for a day, everyone else at its form and elsewhere is asked', async () => {
    const form = await Form.open();
    await form.attack(4);
    await form.bounceAll();
    await form.attack(WAITING_PER_NETWORK_MAX);
    const dead = form.recipients();
    expect(dead).toHaveLength(4);
    await form.submit('ada');
    await form.after(2 * HOUR_MS);
    for (const name of ['bob', 'cy', 'dan', 'eve', 'fay', 'gil']) await form.submit(name);
    await form.after(2 * HOUR_MS);
    expect(form.recipients().slice(4)).toEqual(['ada', 'bob', 'cy', 'dan', 'eve', 'fay', 'gil']);
    expect(form.waiting()).toBe(WAITING_PER_NETWORK_MAX);
    await form.after(24 * HOUR_MS);
    expect(form.recipients().slice(11, 16)).toEqual(['dead4', 'dead5', 'dead6', 'dead7', 'dead8']);
  });

  test('the ninth submission of a network with bounces gets no mail unless resent a day later, but its owner can confirm it', async () => {
    const form = await Form.open();
    const { clock, table } = form.service;
    await form.attack(4);
    await form.bounceAll();
    await form.attack(WAITING_PER_NETWORK_MAX);
    const id = await form.submit('ada', ATTACKER);
    expect(form.outcomeOf(id)).toEqual({ state: 'skipped', reason: 'stopped' });
    await form.after(26 * HOUR_MS);
    expect(form.recipients()).not.toContain('ada');
    await form.submit('ada', ATTACKER);
    await form.after(2 * HOUR_MS);
    expect(form.recipients()).toContain('ada');
    await form.after(4 * 24 * HOUR_MS);
    const pending = new PendingSubmissions(table, clock.now);
    expect((await pending.list(form.endpoint.id, { limit: 100 })).submissions.map((each) => each.id)).toContain(id);
    await pending.confirm(form.endpoint.id, id);
    expect(await form.service.repositories.submissions.find(form.endpoint.id, id)).toMatchObject({ id });
  });

  test.each([
    [undefined, 6],
    [4, 3],
  ])(
    'with keepDays %p, a submission is asked on day %p, however often its network is put off',
    async (keepDays, day) => {
      const form = await Form.open({ ...(keepDays && { keepDays }) });
      const { table } = form.service;
      const network = networkName(ATTACKER);
      const putOff = async () => {
        const report = {
          endpointId: newId('endpoint'),
          deliveryId: newId('submission'),
          how: 'complained',
          network,
        } as const;
        await addReturnedConfirmation(table, report);
        return networkStoppedUntil(await table.get(confirmationStopKey()), network);
      };
      let until = await putOff();
      const id = await form.submit('ada', ATTACKER);
      expect(form.outcomeOf(id)).toEqual({ state: 'pending', reason: 'stopped' });
      for (; until < submittedAt(id) + day * 24 * HOUR_MS; until = await putOff())
        await form.service.settleUntil(until);
      await form.service.settleUntil(submittedAt(id) + day * 24 * HOUR_MS);
      expect(form.recipients()).toEqual(['ada']);
    },
  );

  test('a receipt without verify is sent in turn, even while its network is stopped', async () => {
    const form = await Form.open({ confirmation: { ...VERIFYING, verify: false } });
    const { service, endpoint } = form;
    for (let i = 0; i <= OPEN_MAX; i++)
      await service.submit(endpoint, 1, JSON.stringify({ email: `a${i}@example.com` }));
    await service.settle(service.clock.now());
    const [waiting] = await new WaitingConfirmations(service.table).list(endpoint.id);
    const until = service.clock.now() + 24 * HOUR_MS;
    await service.table.put({ ...confirmationStopKey(), [waiting?.network ?? '']: until }, {});
    await form.after(HOUR_MS + 3 * MINUTE_MS);
    expect(form.recipients()).toHaveLength(OPEN_MAX + 1);
  });

  test('a waiting submission gets no mail once its endpoint sends no confirmations', async () => {
    const form = await Form.open();
    await form.attack(OPEN_MAX);
    const id = await form.submit('ada');
    await form.service.repositories.endpoints.update(form.endpoint, { confirmation: null });
    await form.service.settle();
    expect(form.outcomeOf(id).state).toBe('skipped');
    expect(form.waiting()).toBe(0);
  });

  test('a confirmation is skipped if it cannot be sent within its day', async () => {
    const form = await Form.open({ confirmation: { ...VERIFYING, verify: false } });
    const { service, endpoint } = form;
    const ids: string[] = [];
    for (let i = 0; i < 27 * OPEN_MAX; i++)
      ids.push(...(await service.submit(endpoint, 1, JSON.stringify({ email: `a${i}@example.com` }))));
    await form.after(25 * HOUR_MS);
    form.expire();
    await form.after(5 * HOUR_MS);
    expect(ids.filter((id) => form.outcomeOf(id).state === 'pending')).toEqual([]);
    expect(ids.map((id) => form.outcomeOf(id)).at(-1)).toMatchObject({ state: 'skipped' });
    expect(form.waiting()).toBe(0);
  });

  test('no crash between two calls loses one, and none is mailed twice', async () => {
    const calls = new FaultPlan();
    const run = async (plan: FaultPlan) => {
      const form = await Form.open();
      await form.attack(OPEN_MAX);
      form.service.plan = plan;
      const id = await form.submit('ada');
      await form.service.settle();
      return { form, outcome: form.outcomeOf(id) };
    };
    await run(calls);
    expect(calls.calls.length).toBeGreaterThan(10);
    for (const { number } of calls.calls)
      for (const fault of ['killed before', 'killed after'] as const) {
        const { form, outcome } = await run(new FaultPlan([[number, fault]]));
        const mails = form.recipients().filter((name) => name === 'ada').length;
        expect({ number, fault, mails: mails <= 1, isOver: outcome.state !== 'pending' }).toEqual({
          number,
          fault,
          mails: true,
          isOver: true,
        });
        expect(mails === 1 || outcome.reason === 'interrupted').toBe(true);
        expect(form.waiting()).toBe(0);
      }
  });
});

import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ConfirmationChannel } from '../../../../../../shared/deliveries/channels/confirmation/confirmationChannel.ts';
import { ASKED } from '../../../../../../shared/deliveries/channels/confirmation/confirmationEvents.ts';
import { WaitingList } from '../../../../../../shared/deliveries/channels/confirmation/waitingList.ts';
import type { DeliveryEvent } from '../../../../../../shared/deliveries/events.ts';
import type { DeliveryMessage } from '../../../../../../shared/deliveries/messages.ts';
import { newId } from '../../../../../../shared/runtime/newId.ts';
import { ConfirmationCounts } from '../../../../../../shared/storage/confirmationCounts.ts';
import { addReturnedConfirmation, addSentConfirmations } from '../../../../../../shared/storage/confirmationHealth.ts';
import type { DeliveryRecord } from '../../../../../../shared/storage/deliveryRecord.ts';
import type { StoredEndpoint } from '../../../../../../shared/storage/endpoints.ts';
import { submittedAt } from '../../../../../../shared/storage/itemKeys.ts';
import type { StoredSubmission } from '../../../../../../shared/storage/submissions.ts';
import {
  NETWORK_NAMES,
  networkName,
  WaitingConfirmations,
} from '../../../../../../shared/storage/waitingConfirmations.ts';
import { MemoryItems } from '../../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../../support/simulator/memoryTable.ts';
import { Random } from '../../../../../support/simulator/random.ts';
import { IS_LONG } from '../../../../../support/testSize.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-01-01T00:00:00Z');
interface Size {
  workspaces: number;
  formsOfWorkspace: number;
}
const SMALL: Size = { workspaces: 10, formsOfWorkspace: 4 };
const LARGE: Size = IS_LONG ? { workspaces: 50, formsOfWorkspace: 20 } : SMALL;
const GENUINE_OF_FORM = 4;
/** Of a hundred genuine addresses, one bounces. */
const GENUINE_BOUNCES = 0.01;

interface Posted {
  submission: StoredSubmission;
  isGenuine: boolean;
  isAttacked: boolean;
  sentAt?: number;
}

/** Forms of many workspaces, with the real channel, counts, brakes and waiting list over a table in memory. */
class Service {
  now = START_MS;
  readonly posted: Posted[] = [];
  readonly #endpoints = new Map<string, StoredEndpoint>();
  readonly #byId = new Map<string, Posted>();
  readonly #names = new Set<string>();
  readonly #due: { at: number; key: string; run: () => Promise<unknown> }[] = [];
  readonly #table = new MemoryTable(new MemoryItems());
  readonly random = new Random(1);
  readonly #channel: ConfirmationChannel;

  constructor({ workspaces, formsOfWorkspace }: Size) {
    for (let i = 0; i < workspaces * formsOfWorkspace; i++) {
      const confirmation = { subject: 'Confirm', text: 'Please', emailField: 'email', verify: true };
      const id = newId('endpoint');
      const endpoint = { id, workspaceId: `ws_${i % workspaces}`, name: 'Form', targetEmails: [], confirmation };
      this.#endpoints.set(id, endpoint as unknown as StoredEndpoint);
    }
    const now = () => this.now;
    const find = async (_endpointId: string, id: string) => this.#byId.get(id)?.submission;
    const queues = { send: async (_lane: string, message: DeliveryMessage, at = this.now) => this.#queue(message, at) };
    this.#channel = new ConfirmationChannel({
      endpoints: { find: async (id) => this.#endpoints.get(id) },
      submissions: { find },
      pending: { find },
      counts: new ConfirmationCounts(this.#table, now),
      secret: { findOrMake: async () => 'secret' },
      waitingList: new WaitingList({ waiting: new WaitingConfirmations(this.#table), queues, now }),
      sender: { send: async ({ about, endpointId, network }) => this.#send(about, { endpointId, network }) },
      settings: {
        confirmationsPerHour: 30,
        senders: [],
        siteUrl: 'https://site.example',
        apiUrl: 'https://api.example',
      },
      now,
    });
  }

  get forms(): StoredEndpoint[] {
    return [...this.#endpoints.values()];
  }

  at(at: number, run: () => Promise<unknown>, key = ''): void {
    const name = `${key} ${at}`;
    if (key !== '' && this.#names.has(name)) return;
    this.#names.add(name);
    this.#due.splice(this.#due.findLastIndex((each) => each.at <= at) + 1, 0, { at, key, run });
  }

  async run(untilMs: number): Promise<void> {
    for (let next = this.#due[0]; next && next.at <= untilMs; next = this.#due[0]) {
      this.#due.shift();
      this.#names.delete(`${next.key} ${next.at}`);
      this.now = Math.max(this.now, next.at);
      await next.run();
    }
  }

  async post({ id: endpointId }: StoredEndpoint, sender: { network: string; isGenuine: boolean; isAttacked: boolean }) {
    const id = newId('submission', this.now);
    const data = { email: `a${this.posted.length}@example.com` };
    const network = networkName(sender.network);
    const submission = { id, endpointId, data, location: 'Spain', network } as unknown as StoredSubmission;
    const posted = { submission, isGenuine: sender.isGenuine, isAttacked: sender.isAttacked };
    this.posted.push(posted);
    this.#byId.set(id, posted);
    const event = {
      event: ASKED,
      endpointId,
      about: id,
      at: this.now,
      sequence: '0',
      isOfSpam: false,
      hops: 0,
    } as const;
    await this.#plan(endpointId, [event]);
  }

  async #plan(endpointId: string, events: DeliveryEvent[]): Promise<void> {
    const { ready, dismissed = [] } = await this.#channel.plan(endpointId, events);
    for (const { send } of ready) await this.#make(send);
    for (const { hold } of dismissed) await hold?.();
  }

  async #make(send: () => ReturnType<Awaited<ReturnType<ConfirmationChannel['plan']>>['ready'][number]['send']>) {
    const result = await send();
    if (result.state === 'waiting') await result.hold();
  }

  #queue({ endpointId, plan, serve }: DeliveryMessage, at: number): void {
    if (plan) this.at(at, () => this.#plan(endpointId, plan), endpointId);
    if (!serve) return;
    const delivery = { channel: 'confirmation', target: endpointId, id: serve.from, endpointId, about: serve.from };
    const record = { ...delivery, event: ASKED, state: 'pending' } as unknown as DeliveryRecord;
    this.at(at, async () => {
      const prepared = await this.#channel.prepare(endpointId, [record]);
      for (const { send } of prepared?.ready ?? []) await this.#make(send);
    });
  }

  async #send(about: string, { endpointId, network }: { endpointId: string; network?: string | undefined }) {
    const posted = this.#byId.get(about) as Posted;
    posted.sentAt = this.now;
    await addSentConfirmations(this.#table, this.#endpoints.get(endpointId)?.workspaceId ?? '', 1);
    const bounces = !posted.isGenuine || this.random.next() < GENUINE_BOUNCES;
    const returned = { endpointId, deliveryId: about, how: 'bounced', network } as const;
    if (bounces) this.at(this.now + MINUTE_MS, () => addReturnedConfirmation(this.#table, returned, this.now));
    return { state: 'sent' as const, attempt: {} };
  }
}

type Attack = 'one form each' | 'all forms';

async function simulate(attackers: number, attack: Attack, size: Size) {
  const service = new Service(size);
  jest.spyOn(Date, 'now').mockImplementation(() => service.now);
  const { forms, random } = service;
  const attacked = new Set(attack === 'all forms' ? forms : forms.slice(0, attackers));
  forms.forEach((form, i) => {
    for (let time = 0; time < GENUINE_OF_FORM; time++) {
      const sender = { network: `genuine ${i} ${time}`, isGenuine: true, isAttacked: attacked.has(form) };
      service.at(START_MS + random.below(DAY_MS), () => service.post(form, sender));
    }
  });
  for (let attacker = 0; attacker < attackers; attacker++)
    for (let at = START_MS; at < START_MS + DAY_MS; at += MINUTE_MS)
      service.at(at, async () => {
        const form = attack === 'all forms' ? forms[random.below(forms.length)] : forms[attacker];
        const sender = { network: `attacker ${attacker}`, isGenuine: false, isAttacked: true };
        await service.post(form as StoredEndpoint, sender);
      });
  await service.run(START_MS + 8 * DAY_MS);
  const genuine = (isAttacked: boolean) => {
    const some = service.posted.filter((each) => each.isGenuine && each.isAttacked === isAttacked);
    const lateness = some.map(
      ({ submission, sentAt = Number.POSITIVE_INFINITY }) => sentAt - submittedAt(submission.id),
    );
    const later = (ms: number) => lateness.filter((late) => late > ms).length;
    return { posts: some.length, late: later(5 * MINUTE_MS), hours: later(2 * HOUR_MS), never: later(8 * DAY_MS) };
  };
  return {
    others: genuine(false),
    attacked: genuine(true),
    dead: service.posted.filter((each) => !each.isGenuine && each.sentAt).length,
  };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('Confirmations under attack', () => {
  test.each([
    [1, 'one form each', LARGE],
    [IS_LONG ? 20 : 5, 'one form each', LARGE],
    [1, 'all forms', LARGE],
    [IS_LONG ? 20 : 5, 'all forms', LARGE],
  ] as const)(
    'by %d senders to dead addresses at %s delay none elsewhere and lose few',
    async (attackers, attack, size) => {
      const result = await simulate(attackers, attack, size);
      if (IS_LONG) process.stdout.write(`${JSON.stringify({ attackers, attack, ...result })}\n`);
      // Those that share the name of an attacker's network, and twice as many by chance.
      const sharing = ({ posts }: { posts: number }) => Math.ceil((3 * posts * attackers) / NETWORK_NAMES);
      expect(result.others.late).toBeLessThanOrEqual(sharing(result.others));
      expect(result.others.never).toBe(0);
      expect(result.attacked.never).toBeLessThanOrEqual(sharing(result.attacked));
      if (attackers === 1) expect(result.attacked.late).toBeLessThanOrEqual(1 + sharing(result.attacked));
    },
  );
});

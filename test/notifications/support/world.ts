import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../../shared/ids.ts';
import { Deliverer, type Sender } from '../../../shared/notifications/deliverer.ts';
import { NotificationMetrics } from '../../../shared/notifications/metrics.ts';
import { Notes } from '../../../shared/notifications/notes.ts';
import { Notifier } from '../../../shared/notifications/notifier.ts';
import { Endpoints } from '../../../shared/repositories/endpoints.ts';
import { type ItemKey, SORT_PREFIX, submissionKey } from '../../../shared/repositories/itemKeys.ts';
import type { Table } from '../../../shared/repositories/table.ts';
import type { Invocation } from './faultyCalls.ts';

/** A clock that only its owner moves on, but for a millisecond each time it is read. */
export class Clock {
  #ms = Date.parse('2026-01-01T00:00:00Z');

  now = (): number => this.#ms++;

  advance(ms: number): void {
    this.#ms += ms;
  }
}

/** What is taken out of the function, to see that it is missed. */
export interface Mutation {
  notes?: (table: Table, now: () => number) => Notes;
  report?: (comingAgain: DynamoDBRecord[]) => DynamoDBRecord[];
}

/** What SES and the table saw of an invocation: a message accepted, or marked as sent. */
export interface Seen {
  invocation: Invocation;
  what: 'accepted' | 'marked';
  note: string;
}

/** Names the notification of a submission to a recipient. */
export const nameOfNote = (submissionId: string, recipient: string): string => `${submissionId} to ${recipient}`;

/** The service as one scenario finds it: table, SES and clock; everything in it is seen. */
export class World {
  readonly clock = new Clock();
  readonly metrics = new NotificationMetrics();
  readonly seen: Seen[] = [];
  readonly #table: Table;
  readonly #mutation: Mutation;

  constructor(table: Table, mutation: Mutation = {}) {
    this.#table = table;
    this.#mutation = mutation;
  }

  /** What an invocation's functions are built from, each call of which goes through the invocation. */
  partsFor(invocation: Invocation, refuse: (recipient: string) => Error | undefined = () => undefined) {
    const table = this.#tableFor(invocation);
    const { notes: makeNotes = (faulty, now) => new Notes(faulty, now) } = this.#mutation;
    const notes = makeNotes(table, this.clock.now);
    const mailer = this.#mailerFor(invocation, refuse);
    const { metrics } = this;
    const deliverer = new Deliverer({ notes, mailer, metrics, pause: async () => undefined });
    return { table, notes, deliverer, metrics, endpoints: new Endpoints(table) };
  }

  /** One invocation with these records: which of them are to come again, or that it died. */
  announce(
    invocation: Invocation,
    records: DynamoDBRecord[],
    refuse?: (recipient: string) => Error | undefined,
  ): Promise<Outcome> {
    const { report = (comingAgain) => comingAgain } = this.#mutation;
    const notifier = new Notifier(this.partsFor(invocation, refuse));
    return invocation.outcomeOf(notifier.announceAll(records, invocation.mayGoOn).then(report));
  }

  /** How often SES accepted a message. */
  timesSent(note: string): number {
    return this.seen.filter((seen) => seen.what === 'accepted' && seen.note === note).length;
  }

  /** How often it was accepted by an invocation that never heard so, or died before it could mark it. */
  timesExcused(note: string): number {
    const all = this.seen.filter((seen) => seen.note === note);
    const isMarked = ({ invocation }: Seen) =>
      all.some((seen) => seen.what === 'marked' && seen.invocation === invocation);
    return all.filter((seen) => seen.what === 'accepted' && seen.invocation.wasCutOff && !isMarked(seen)).length;
  }

  #mailerFor(invocation: Invocation, refuse: (recipient: string) => Error | undefined): Sender {
    return {
      send: (recipient, { submissionId }) =>
        invocation.call('ses', async () => {
          const refusal = refuse(recipient);
          if (refusal) throw refusal;
          this.seen.push({ invocation, what: 'accepted', note: nameOfNote(submissionId, recipient) });
          return randomUUID();
        }),
    };
  }

  #tableFor(invocation: Invocation): Table {
    const table = this.#table;
    const double: Pick<Table, 'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'> = {
      get: (key) => invocation.call('table', () => table.get(key)),
      query: (input) => invocation.call('table', () => table.query(input)),
      put: (item, condition) => invocation.call('table', () => table.put(item, condition)),
      delete: (key, condition) => invocation.call('table', () => table.delete(key, condition)),
      transact: (writes) => invocation.call('table', () => table.transact(writes)),
      update: (input) =>
        invocation.call('table', async () => {
          const item = await table.update(input);
          const { PK, SK } = input.Key as ItemKey;
          const isMark = input.ExpressionAttributeValues?.[':sent'] !== undefined;
          if (isMark) this.seen.push({ invocation, what: 'marked', note: nameOfNote(PK.slice('NOTE#'.length), SK) });
          return item;
        }),
    };
    return double as Table;
  }
}

/** Stream records of new submissions to an endpoint. They are in no table, so that nothing else announces them. */
export function newRecords(endpointId: string, count: number, data = '{"message":"Hello"}'): DynamoDBRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const key = submissionKey(endpointId, newId('submission'));
    return {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(i + 1),
        Keys: imageOf(key),
        NewImage: imageOf({ ...key, data, location: 'Unknown' }),
        ApproximateCreationDateTime: Date.now() / 1_000,
      },
    };
  });
}

export const submissionIdOf = ({ dynamodb }: DynamoDBRecord): string =>
  dynamodb?.Keys?.SK?.S?.slice(SORT_PREFIX.submission.length) ?? '';

const imageOf = (item: Record<string, unknown>) =>
  marshall(item) as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['Keys']>;

/** Between two deliveries of the same records. Several of them outlast a lease. */
const RETRY_MS = 10_000;
const ATTEMPTS_MAX = 12;

/** What an invocation leaves to do: the records that are to come again, or all when it died. */
export type Outcome = DynamoDBRecord[] | 'died';

/**
 * What the event source mapping does with a batch: brings it again whole after a death, else from the first record
 * that was reported, until it is done or has come too often.
 * @returns how many times it brought something
 */
export async function deliver(
  records: DynamoDBRecord[],
  clock: Clock,
  invoke: (records: DynamoDBRecord[]) => Promise<Outcome>,
): Promise<number> {
  let rest = records;
  let attempt = 0;
  for (; rest.length > 0 && attempt < ATTEMPTS_MAX; attempt++) {
    if (attempt > 0) clock.advance(RETRY_MS);
    rest = restOf(rest, await invoke(rest));
  }
  return attempt;
}

/** The records that a mapping brings again. */
export function restOf(records: DynamoDBRecord[], outcome: Outcome): DynamoDBRecord[] {
  if (outcome === 'died') return records;
  const positions = outcome.map((record) => records.indexOf(record));
  return positions.length === 0 ? [] : records.slice(Math.min(...positions));
}

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outputs } from '../../../infra/localService/outputs.ts';
import { INSTANCES_MAX } from '../../../local/functions/instances.ts';
import { MAILS_AT_ONCE } from '../../../shared/deliveries/channels/mail/mailChannel.ts';
import { mailKey } from '../../../shared/storage/deliveries/deliveryKeys.ts';
import { parseDelivery } from '../../../shared/storage/deliveries/storedDelivery.ts';
import { inPartition, selecting } from '../../../shared/storage/table/expressions.ts';
import { StorageUnavailable } from '../../../shared/storage/table/failures.ts';
import { submissionIdOf } from '../../../shared/storage/table/itemKeys.ts';
import { joined, readParts } from '../../../shared/storage/table/paging.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import {
  type CloudProcess,
  newDataFolder,
  removeFolder,
  startCloud,
  UNPACED,
} from '../../support/cloud/cloudProcess.ts';
import { countByRecord, givenEndpoint, inboxOf, post, tableOf } from '../../support/cloud/notifications.ts';
import { Random } from '../../support/simulator/random.ts';
import { type WebhookFindings, WebhookWitness } from './webhookWitness.ts';

export interface KillOptions {
  kills: number;
  seed: number;
  onProgress?: (text: string) => void;
}

export interface KillFindings extends WebhookFindings {
  kills: number;
  acknowledged: number;
  stored: number;
  doubles: number;
  failures: string[];
}

const RECIPIENT = 'kills@example.com';
const CONNECTIONS = 6;
/** From the first response, or sometimes from the first post, to the kill. */
const LIFE_MS_MAX = 5_000;
/** The first response of a life waits for functions to start. */
const FIRST_ANSWER_MS_MAX = 30_000;
/** A notification claimed by a dead process is sent when its lease has ended. */
const MAILED_WITHIN_MS = 180_000;
const PAGE = 100;
/** Mails of one endpoint that a kill can interrupt between acceptance and recorded outcome. */
const MAILS_IN_PROGRESS_MAX = INSTANCES_MAX * MAILS_AT_ONCE;

/**
 * Kills the local cloud under load repeatedly, on the same data. Checks after each kill that everything acknowledged is
 * stored, and at the end that everything stored was mailed and sent to the webhook.
 *
 * Mails are counted in the inbox, which keeps them across a kill. A duplicate is valid only if the delivery's record has
 * an attempt for each mail.
 */
export async function killUnderLoad({ kills, seed, onProgress = () => undefined }: KillOptions): Promise<KillFindings> {
  const data = newDataFolder();
  const run = new KillRun(new Random(seed), data);
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await run.live();
      onProgress(`killed ${kill} of ${kills} times, ${run.acknowledged.size} submissions acknowledged`);
    }
    return { kills, ...(await run.finish(kills)) };
  } finally {
    await run.end();
    removeFolder(data);
  }
}

class KillRun {
  readonly acknowledged = new Set<string>();
  readonly #webhook = new WebhookWitness();
  readonly #failures: string[] = this.#webhook.failures;
  readonly #random: Random;
  readonly #data: string;
  #cloud: CloudProcess | undefined;
  #endpointId = '';

  constructor(random: Random, data: string) {
    this.#random = random;
    this.#data = data;
  }

  async live(): Promise<void> {
    const { outputs } = await this.#start();
    this.#endpointId ||= await givenEndpoint(outputs, RECIPIENT);
    await this.#webhook.watch(outputs, this.#endpointId);
    await this.#checkList(outputs);
    const load = { isOver: false };
    const posting = Promise.all(Array.from({ length: CONNECTIONS }, () => this.#post(outputs, load)));
    if (this.#random.chance(0.8)) await this.#firstAnswer();
    await sleep(this.#random.below(LIFE_MS_MAX));
    load.isOver = true;
    await this.#kill();
    await posting;
  }

  async #firstAnswer(): Promise<void> {
    const before = this.acknowledged.size;
    const start = Date.now();
    while (this.acknowledged.size === before && Date.now() - start < FIRST_ANSWER_MS_MAX) await sleep(10);
  }

  async finish(kills: number): Promise<Omit<KillFindings, 'kills'>> {
    const { outputs } = await this.#start();
    const listed = await this.#checkList(outputs);
    const records = await this.#recordsWhenSent(outputs, listed);
    const mails = countByRecord(await inboxOf(outputs));
    for (const record of records) this.#checkMails(record, mails);
    const doubles = [...mails.values()].reduce((sum, times) => sum + times - 1, 0);
    if (doubles > kills * MAILS_IN_PROGRESS_MAX)
      this.#failures.push(`${doubles} mails were sent more than once in ${kills} kills`);
    const ofWebhook = await this.#webhook.finish(outputs, listed, kills);
    const found = { acknowledged: this.acknowledged.size, stored: listed.length, doubles, ...ofWebhook };
    return { ...found, failures: this.#failures };
  }

  async end(): Promise<void> {
    await this.#cloud?.end('SIGTERM');
    this.#webhook.end();
  }

  async #start(): Promise<CloudProcess> {
    this.#cloud = await startCloud(this.#data, ...UNPACED);
    return this.#cloud;
  }

  /** Kills either only the service, whose engine then exits by itself, or both at the same moment. */
  async #kill(): Promise<void> {
    const cloud = this.#cloud as CloudProcess;
    if (this.#random.chance(0.5)) {
      for (const pid of descendantsOf(cloud.outputs.pid)) killIfThere(pid);
    }
    await cloud.end('SIGKILL');
    this.#cloud = undefined;
  }

  async #post(outputs: Outputs, load: { isOver: boolean }): Promise<void> {
    for (let i = 0; !load.isOver; i++) {
      try {
        this.acknowledged.add(await post(outputs, this.#endpointId, { message: `Hello ${i}` }));
      } catch (error) {
        // During the kill, connections break and a process without its table responds with errors. Before it, every
        // post must succeed.
        if (!load.isOver) this.#failures.push(String(error));
        return;
      }
    }
  }

  async #checkList(outputs: Outputs): Promise<string[]> {
    const stored = await this.#stored(outputs);
    const listed: string[] = [];
    const last = Math.max(1, Math.ceil(stored.length / PAGE));
    for (let page = 1; page <= last; page++) listed.push(...(await this.#page(outputs, page, last)));
    const missing = [...this.acknowledged].filter((id) => !listed.includes(id));
    for (const id of missing) this.#failures.push(`${id} was acknowledged and is not listed`);
    if (listed.join() !== stored.toReversed().join()) this.#failures.push('the list is not what is stored');
    return listed;
  }

  async #page(outputs: Outputs, page: number, last: number): Promise<string[]> {
    const response = await fetch(`${outputs.apiUrl}/v1/submissions/${this.#endpointId}?page=${page}&limit=${PAGE}`, {
      headers: { Authorization: `Bearer ${outputs.apiKey}` },
    });
    const { _metadata, submissions } = (await response.json()) as {
      _metadata?: { totalPages: number };
      submissions?: { id: string; data: { message?: string } }[];
    };
    if (_metadata?.totalPages !== last)
      this.#failures.push(`page ${page} says ${_metadata?.totalPages} of ${last} pages`);
    if (submissions?.some(({ data }) => !data.message))
      this.#failures.push(`page ${page} has submissions without data`);
    return (submissions ?? []).map(({ id }) => id);
  }

  async #stored(outputs: Outputs): Promise<string[]> {
    const table = tableOf(outputs);
    const query = { ...inPartition(`ENP#${this.#endpointId}`, 'SUB#'), ...selecting('SK') };
    const { items } = await joined(
      readParts((continuation) => patiently(() => table.query({ ...query, ...continuation }))),
    );
    return items.map(({ SK }) => submissionIdOf({ SK: String(SK) }));
  }

  async #recordsWhenSent(outputs: Outputs, ids: string[]): Promise<Item[]> {
    const keys = ids.map((id) => mailKey(this.#endpointId, id, RECIPIENT));
    for (const start = Date.now(); ; await sleep(1_000)) {
      const records: Item[] = [];
      for (let i = 0; i < keys.length; i += PAGE)
        records.push(...(await patiently(() => tableOf(outputs).getAll(keys.slice(i, i + PAGE)))));
      const open = ids.length - records.filter(({ state }) => state === 'sent').length;
      if (open === 0) return records;
      if (Date.now() - start < MAILED_WITHIN_MS) continue;
      this.#failures.push(`${open} submissions were not mailed within ${MAILED_WITHIN_MS / 1_000} s`);
      return records;
    }
  }

  #checkMails(item: Item, mails: Map<string, number>): void {
    const { about, attempts } = parseDelivery('mail', item);
    const delivery = `${about} to ${RECIPIENT}`;
    const [times, onRecord] = [mails.get(delivery) ?? 0, attempts.length];
    if (times === 0) this.#failures.push(`${delivery} is recorded as sent and is not in the inbox`);
    if (times > onRecord) this.#failures.push(`${delivery} was sent ${times} times in ${onRecord} attempts`);
  }
}

/** The service gives up after seconds, on a table that is busy with all that was left over by the kills. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const start = Date.now(); ; ) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || Date.now() - start > MAILED_WITHIN_MS) throw error;
    }
  }
}

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

import { ulid } from 'ulid';
import type { Change } from '../../../shared/changes/change.ts';
import { changeKindOf } from '../../../shared/changes/kinds.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { eventsFor } from '../../../shared/deliveries/events.ts';
import { fileKey } from '../../../shared/files/objectKeys.ts';
import { receiveSubmission } from '../../../shared/receiving/receiveSubmission.ts';
import { removeFilesOfSubmissions } from '../../../shared/removal/fileRemoval.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { PendingSubmissions } from '../../../shared/storage/confirmations/pendingSubmissions.ts';
import { EndpointsWithFilter } from '../../../shared/storage/filter/endpointsWithFilter.ts';
import { Challenges } from '../../../shared/storage/submissions/challenges.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import { UploadClaims } from '../../../shared/storage/submissions/uploadClaims.ts';
import { DailySecrets } from '../../../shared/storage/table/dailySecrets.ts';
import { StorageUnavailable } from '../../../shared/storage/table/failures.ts';
import { endpointKey, formRequestKey, SORT_PREFIX } from '../../../shared/storage/table/itemKeys.ts';
import type { Item } from '../../../shared/storage/table/table.ts';
import { type ServiceCall, writesOf } from '../../support/simulator/calls.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import { asFunction } from '../../support/simulator/rights.ts';
import { Scheduler, type Task } from '../../support/simulator/scheduler.ts';
import { HeldTime } from './heldTime.ts';
import { ENDPOINT_ID } from './simulatedEndpoint.ts';
import type { Simulation } from './simulation.ts';

const WAYS = ['named', 'key', 'merge'] as const;
const DEATH_CHANCE = 0.12;
const SAME = 'same';
/** Longer than a request can take. */
const LATER_MS = 20_000;

const FILE = { field: 'picture', name: 'a.png', type: 'image/png', bytes: 1 };

interface Answer {
  message: string;
  /** Undefined for an error. */
  id?: string;
  isReplayed?: boolean;
  code?: string;
}

const isSubmission = ({ SK }: { SK?: unknown }): boolean =>
  [SORT_PREFIX.submission, SORT_PREFIX.pending].some((prefix) => String(SK).startsWith(prefix));

const idOf = ({ SK }: { SK?: unknown }): string => String(SK).slice(String(SK).indexOf('#') + 1);

/**
 * Two or three requests with the same form, of which some die, and the client's last one, which does not. Meanwhile its
 * sender confirms it, and its owner deletes it or switches confirmations off.
 */
export class SimulatedForm implements Simulation {
  readonly items = new MemoryItems();
  readonly scheduler: Scheduler;
  readonly counts: Partial<Record<string, number>> = {};
  readonly #random: Random;
  readonly #way: (typeof WAYS)[number];
  readonly #name: string;
  readonly #isPending: boolean;
  readonly #hasCaptcha: boolean;
  readonly #uploadId: string | undefined;
  readonly #time = new HeldTime();
  readonly #open = new Set<Task>();
  readonly #files = new Set<string>();
  readonly #copied: string[] = [];
  readonly #makers = new Map<string, Task>();
  readonly #stored = new Set<string>();
  readonly #late = new Set<string>();
  readonly #answers: Answer[] = [];
  readonly #problems: string[] = [];
  #usedFor: string | undefined;

  constructor(random: Random) {
    this.#random = random;
    this.scheduler = new Scheduler(random);
    this.#way = random.pick(WAYS);
    this.#name = this.#way === 'named' ? ulid() : `order ${ulid()}`;
    this.#isPending = random.chance(0.4);
    this.#hasCaptcha = random.chance(0.3);
    this.#uploadId = random.chance(0.3) ? newId('upload') : undefined;
    this.#count(this.#way);
  }

  async problemsAtEnd(): Promise<string[]> {
    const restore = this.#time.install();
    try {
      await this.#run();
      return [...this.#problems, ...this.#check()];
    } catch (error) {
      return [...this.#problems, String(error)];
    } finally {
      restore();
    }
  }

  async #run(): Promise<void> {
    const random = this.#random;
    await this.#putEndpoint(this.#isPending);
    for (let request = 2 + random.below(2); request > 0; request--) {
      const mayDiffer = this.#way !== 'merge' || this.#uploadId === undefined;
      this.#start(`r${request}`, mayDiffer && random.chance(0.25) ? 'other' : SAME, random.chance(0.5));
    }
    await this.#finish();
    if (random.chance(0.5)) this.#time.pass(LATER_MS);
    this.#start('last', SAME, false);
    await this.#finish();
    if (this.#answers.at(-1)?.code !== 'GATEWAY_TIMEOUT') return;
    this.#time.pass(LATER_MS);
    this.#start('again', SAME, false);
    await this.#finish();
  }

  /** Runs all requests to their ends. */
  async #finish(): Promise<void> {
    do await this.scheduler.run();
    while (this.#open.size > 0 && this.#time.endWait());
  }

  #putEndpoint(isPending: boolean): Promise<void> {
    const confirmation = { subject: 'Confirm', text: 'Please', emailField: 'email', verify: true };
    return new MemoryTable(this.items).put(
      {
        ...endpointKey(ENDPOINT_ID),
        id: ENDPOINT_ID,
        workspaceId: 'ws_1',
        targetEmails: ['a@example.com'],
        emailNotifications: true,
        ...(this.#way === 'merge' && { duplicates: 'merge' }),
        ...(isPending && { confirmation }),
        ...(this.#hasCaptcha && { captcha: { provider: 'turnstile', siteKey: 'site' }, captchaSecret: 'secret' }),
        ...(this.#uploadId && { files: { types: ['image/*'], maxBytes: 1_000, maxCount: 1 } }),
      },
      {},
    );
  }

  #start(name: string, message: string, mayDie: boolean): void {
    const task = this.scheduler.newTask(name);
    if (message !== SAME) this.#count('others');
    task.stallsAtWrite = mayDie && this.#random.chance(0.3);
    this.#open.add(task);
    this.#request(task, message, mayDie)
      .catch((error) => this.#problems.push(`${name} failed: ${error?.stack}`))
      .finally(() => this.#open.delete(task));
  }

  async #request(task: Task, message: string, mayDie: boolean): Promise<void> {
    const table = this.#tableOf('createSubmission', task, mayDie);
    const isNamed = this.#way === 'named' && this.#random.chance(0.5);
    const answer: Answer = { message };
    const sent = {
      endpointId: ENDPOINT_ID,
      body: {
        message,
        ...(isNamed && { _id: this.#name }),
        ...(this.#uploadId && { _uploads: this.#uploadId }),
        'cf-turnstile-response': 'token',
      },
      headers: isNamed || this.#way === 'merge' ? {} : { 'idempotency-key': this.#name },
      location: 'Unknown',
      sourceIp: '192.0.2.1',
    };
    try {
      const { submission, isReplayed } = await receiveSubmission(sent, this.#dependenciesOf(table));
      Object.assign(answer, { id: submission.id, isReplayed });
    } catch (error) {
      if (error instanceof StorageUnavailable) answer.code = 'GATEWAY_TIMEOUT';
      else if (error instanceof ApiError) answer.code = error.code;
      else throw error;
    }
    if (answer.isReplayed) this.#count('replayed');
    if (answer.code) this.#count('refused');
    this.#answers.push(answer);
    if (answer.id && task.name.startsWith('r')) await this.#react(task, answer.id, mayDie);
  }

  /** People's actions on a submission that they have seen. */
  async #react(task: Task, id: string, mayDie: boolean): Promise<void> {
    const random = this.#random;
    if (this.#isPending && random.chance(0.4)) {
      this.#count('confirmed');
      const table = this.#tableOf('answerConfirmation', task, mayDie);
      await this.#ifFound(new PendingSubmissions(table).confirm(ENDPOINT_ID, id));
    }
    if (this.#isPending && random.chance(0.3)) {
      this.#count('switched');
      await this.#putEndpoint(false);
    }
    if (this.#isPending && random.chance(0.2)) {
      const table = this.#tableOf('answerConfirmation', task, mayDie);
      await this.#ifFound(new PendingSubmissions(table).delete(ENDPOINT_ID, id));
    }
    if (random.chance(0.4)) {
      this.#count('deleted');
      const table = this.#tableOf('deleteSubmission', task, mayDie);
      for (const from of [new Submissions(table), new PendingSubmissions(table), new Submissions(table)])
        await this.#ifFound(from.delete(ENDPOINT_ID, id));
      const bucket = {
        removeAll: async (prefix: string) => {
          for (const key of this.#files) if (key.startsWith(prefix)) this.#files.delete(key);
          return { removed: 0, left: false };
        },
      };
      const purging = this.#tableOf('purgeEndpoint', task, mayDie);
      await removeFilesOfSubmissions({ table: purging, bucket }, ENDPOINT_ID, [id], () => true);
    }
  }

  async #ifFound(change: Promise<void>): Promise<void> {
    await change.catch((error) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }

  #dependenciesOf(table: MemoryTable) {
    return {
      table,
      endpointsWithFilter: new EndpointsWithFilter(table),
      submissions: new Submissions(table),
      dailySecrets: new DailySecrets(table),
      challenges: new Challenges(table),
      uploadClaims: new UploadClaims(table),
      // Of all requests with the same response, only the first attempt is accepted.
      verifier: {
        verify: async (_provider: string, _secret: string, _answer: string, attempt: string) => {
          this.#usedFor ??= attempt;
          return this.#usedFor === attempt ? ('solved' as const) : ('used' as const);
        },
      },
      fileReceiver: async () => ({
        accept: async () => [{ ...FILE, source: { key: 'upload', etag: 'etag' } }],
        store: async (endpointId: string, submissionId: string) => {
          const id = newId('file');
          this.#copied.push(submissionId);
          // Takes its time, and the function may die meanwhile.
          await table.get(formRequestKey('copying', ''));
          this.#files.add(fileKey(endpointId, submissionId, id));
          return [{ ...FILE, id, scan: 'clean' as const }];
        },
      }),
      fieldCheck: () => Promise.reject(new Error('no rules')),
      siteUrl: 'https://forms.example.com',
    };
  }

  /** The table for a request to a function, which may die before or after any of its calls. */
  #tableOf(name: string, task: Task, mayDie: boolean): MemoryTable {
    const dies = () => mayDie && this.#random.chance(DEATH_CHANCE);
    const die = (): Promise<never> => {
      this.#count('crash');
      this.scheduler.kill(task);
      this.#open.delete(task);
      return new Promise(() => undefined);
    };
    return new MemoryTable(this.items, {
      point: (kind) => this.scheduler.call(task, kind),
      intercept: async (call, perform) => {
        if (dies()) return die();
        this.#time.pass(1);
        const result = await asFunction(name, perform)(call);
        this.#noteWrites(task, call);
        return dies() ? die() : result;
      },
    });
  }

  /** Remembers submissions that the request that made their id stored after another one. */
  #noteWrites(task: Task, call: ServiceCall): void {
    for (const { Put } of writesOf(call)) {
      const { response, confirmedAt, ...item } = Put?.Item ?? {};
      if (response) this.#makers.set(String(response), task);
      if (!isSubmission(item) || confirmedAt) continue;
      if (this.#stored.has(idOf(item)) && this.#makers.get(idOf(item)) === task) {
        this.#late.add(idOf(item));
        this.#count('late');
      }
      this.#stored.add(idOf(item));
    }
  }

  #check(): string[] {
    const problems: string[] = [];
    const all = [...this.items.state().values()].filter(isSubmission);
    const messageOf = ({ data }: Item) => JSON.parse(String(data)).message;
    // Its confirmation removes it.
    const isLateCopy = (item: Item) =>
      this.#late.has(idOf(item)) &&
      String(item.SK).startsWith(SORT_PREFIX.pending) &&
      all.some((other) => other !== item && idOf(other) === idOf(item));
    const wanted = all.filter((item) => !item.isHeld && !isLateCopy(item));
    for (const message of [SAME, 'other']) {
      const ids = wanted.filter((item) => messageOf(item) === message).map(idOf);
      if (ids.length > 1) problems.push(`${message} is stored as ${ids}`);
    }
    const last = this.#answers.at(-1);
    const isRefused = last?.code === 'CONFLICT' && this.#way !== 'merge' && this.counts.others !== undefined;
    if (!isRefused && !all.some((item) => idOf(item) === last?.id && messageOf(item) === SAME))
      problems.push(`last answer ${last?.id ?? last?.code}`);
    const created = this.items.events.filter(isSubmission).map(idOf);
    for (const { id } of this.#answers) if (id && !created.includes(id)) problems.push(`${id} was never stored`);
    if (this.#open.size > 0) problems.push('a request without an answer');
    // A submission with a solved captcha is stored in addition to the one held for its captcha.
    const isBeside = (held: Item) => held.isHeld && wanted.some((other) => messageOf(other) === messageOf(held));
    // A submission deleted or confirmed before the request that made its id stores it: that is why a put costs no transaction.
    const inTime = all.filter((item) => !this.#late.has(idOf(item)));
    for (const item of inTime.filter((item) => !isBeside(item))) problems.push(...this.#checkEvents(item));
    for (const item of inTime) problems.push(...this.#checkFiles(item));
    if (!this.counts.crash && new Set(this.#copied).size < this.#copied.length) problems.push('copied twice');
    return problems;
  }

  #checkFiles(item: Item): string[] {
    const stored = Object.keys((item.files as object | undefined) ?? {});
    const lost = stored.filter((id) => !this.#files.has(fileKey(ENDPOINT_ID, idOf(item), id)));
    const isWithout = this.#uploadId !== undefined && stored.length === 0;
    return [...lost.map((id) => `the file ${id} is gone`), ...(isWithout ? ['stored without its file'] : [])];
  }

  /** One creation, announced once to recipients and webhooks unless it is held as spam. */
  #checkEvents(item: Item): string[] {
    const id = idOf(item);
    const changes = this.items.events.filter((event) => isSubmission(event) && event.SK.endsWith(`#${id}`));
    const kinds = changes.map(({ eventName, SK, before = {}, item: after = {} }) => {
      const kind = changeKindOf({ eventName, SK, before, after });
      return { kind, endpointId: ENDPOINT_ID, submissionId: id, at: 0, sequence: '', before, after } as Change;
    });
    const events = kinds.flatMap((change) => eventsFor({ isAbout: () => true }, change));
    const told = events.filter(({ event, isOfSpam }) => event === 'submission.created' && !isOfSpam).length;
    const isConfirmed = String(item.SK).startsWith(SORT_PREFIX.submission);
    const expected = item.isHeld === true || !isConfirmed ? 0 : 1;
    const isHeldWrongly = item.isHeld === true && this.counts.others === undefined;
    return [
      ...(told === expected ? [] : [`told ${told} times instead of ${expected}`]),
      ...(kinds.filter(({ kind }) => kind === 'submissionCreated').length > 1 ? ['created twice'] : []),
      ...(kinds.filter(({ kind }) => kind === 'pendingCreated').length > 1 ? ['pending twice'] : []),
      ...(isHeldWrongly ? ['held although its captcha was solved'] : []),
    ];
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

import { ulid } from 'ulid';
import type { Change } from '../../../shared/changes/change.ts';
import { changeKindOf } from '../../../shared/changes/kinds.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { eventsFor } from '../../../shared/deliveries/events.ts';
import { receiveSubmission } from '../../../shared/intake/receiveSubmission.ts';
import { Challenges } from '../../../shared/storage/challenges.ts';
import { DailySecrets } from '../../../shared/storage/dailySecrets.ts';
import { EndpointsWithFilter } from '../../../shared/storage/endpointsWithFilter.ts';
import { FirstSubmissions } from '../../../shared/storage/firstSubmissions.ts';
import { endpointKey, SORT_PREFIX } from '../../../shared/storage/itemKeys.ts';
import { PendingSubmissions } from '../../../shared/storage/pendingSubmissions.ts';
import { Submissions } from '../../../shared/storage/submissions.ts';
import type { Item } from '../../../shared/storage/table.ts';
import { UploadClaims } from '../../../shared/storage/uploadClaims.ts';
import { MemoryItems } from '../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../support/simulator/memoryTable.ts';
import type { Random } from '../../support/simulator/random.ts';
import { asFunction } from '../../support/simulator/rights.ts';
import { Scheduler, type Task } from '../../support/simulator/scheduler.ts';
import { ENDPOINT_ID } from './simulatedEndpoint.ts';
import type { Simulation } from './simulation.ts';

const WAYS = ['named', 'key', 'merge'] as const;
const DEATH_CHANCE = 0.12;
const SAME = 'same';

interface Answer {
  message: string;
  /** Undefined for an error. */
  id?: string;
  isReplayed?: boolean;
  code?: string;
}

const isSubmission = ({ SK }: { SK?: unknown }): boolean =>
  [SORT_PREFIX.submission, SORT_PREFIX.pending].some((prefix) => String(SK).startsWith(prefix));

const isOf = ({ SK }: Item, id?: string): boolean => String(SK).endsWith(`#${id}`);

/** Two or three requests with the same form, of which some die, and the client's last one, which does not. */
export class SimulatedForm implements Simulation {
  readonly items = new MemoryItems();
  readonly scheduler: Scheduler;
  readonly counts: Partial<Record<string, number>> = {};
  readonly #random: Random;
  readonly #way: (typeof WAYS)[number];
  readonly #name: string;
  readonly #isPending: boolean;
  readonly #hasCaptcha: boolean;
  readonly #answers: Answer[] = [];
  readonly #problems: string[] = [];
  #isUsed = false;

  constructor(random: Random) {
    this.#random = random;
    this.scheduler = new Scheduler(random);
    this.#way = random.pick(WAYS);
    this.#name = this.#way === 'named' ? ulid() : `order ${ulid()}`;
    this.#isPending = random.chance(0.25);
    this.#hasCaptcha = random.chance(0.3);
    this.#count(this.#way);
  }

  async problemsAtEnd(): Promise<string[]> {
    try {
      await this.#run();
      return [...this.#problems, ...this.#check()];
    } catch (error) {
      return [...this.#problems, String(error)];
    }
  }

  async #run(): Promise<void> {
    const random = this.#random;
    const confirmation = { subject: 'Confirm', text: 'Please', emailField: 'email', verify: true };
    await new MemoryTable(this.items).put(
      {
        ...endpointKey(ENDPOINT_ID),
        id: ENDPOINT_ID,
        workspaceId: 'ws_1',
        targetEmails: ['a@example.com'],
        emailNotifications: true,
        ...(this.#way === 'merge' && { duplicates: 'merge' }),
        ...(this.#isPending && { confirmation }),
        ...(this.#hasCaptcha && { captcha: { provider: 'turnstile', siteKey: 'site' }, captchaSecret: 'secret' }),
      },
      {},
    );
    for (let request = 2 + random.below(2); request > 0; request--) {
      this.#start(`r${request}`, random.chance(0.25) ? 'other' : SAME, random.chance(0.5));
    }
    await this.scheduler.run();
    this.#start('last', SAME, false);
    await this.scheduler.run();
  }

  #start(name: string, message: string, mayDie: boolean): void {
    const task = this.scheduler.newTask(name);
    if (message !== SAME) this.#count('others');
    this.#request(task, message, mayDie).catch((error) => this.#problems.push(`${name} failed: ${error?.stack}`));
  }

  async #request(task: Task, message: string, mayDie: boolean): Promise<void> {
    const table = this.#tableOf('createSubmission', task, mayDie);
    const isNamed = this.#way === 'named' && this.#random.chance(0.5);
    const answer: Answer = { message };
    const sent = {
      endpointId: ENDPOINT_ID,
      body: { message, ...(isNamed && { _id: this.#name }), 'cf-turnstile-response': 'token' },
      headers: isNamed || this.#way === 'merge' ? {} : { 'idempotency-key': this.#name },
      location: 'Unknown',
      sourceIp: '192.0.2.1',
    };
    try {
      const { submission, isReplayed } = await receiveSubmission(sent, this.#dependenciesOf(table));
      Object.assign(answer, { id: submission.id, isReplayed });
      if (this.#isPending && this.#random.chance(0.5)) {
        this.#count('confirmed');
        const confirming = this.#tableOf('answerConfirmation', task, mayDie);
        await new PendingSubmissions(confirming).confirm(ENDPOINT_ID, submission.id);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      answer.code = error.code;
    }
    if (answer.isReplayed) this.#count('replayed');
    if (answer.code) this.#count('refused');
    this.#answers.push(answer);
  }

  #dependenciesOf(table: MemoryTable) {
    return {
      table,
      endpointsWithFilter: new EndpointsWithFilter(table),
      submissions: new Submissions(table),
      firstSubmissions: new FirstSubmissions(table),
      dailySecrets: new DailySecrets(table),
      challenges: new Challenges(table),
      uploadClaims: new UploadClaims(table),
      // Of all requests with the same response, only the first is accepted.
      verifier: {
        verify: async () => {
          const verdict = this.#isUsed ? ('used' as const) : ('solved' as const);
          this.#isUsed = true;
          return verdict;
        },
      },
      fileReceiver: () => Promise.reject(new Error('no files')),
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
      return new Promise(() => undefined);
    };
    return new MemoryTable(this.items, {
      point: (kind) => this.scheduler.call(task, kind),
      intercept: async (call, perform) => {
        if (dies()) return die();
        const result = await asFunction(name, perform)(call);
        return dies() ? die() : result;
      },
    });
  }

  #check(): string[] {
    const problems: string[] = [];
    const all = [...this.items.state().values()].filter(isSubmission);
    const messageOf = ({ data }: Item) => JSON.parse(String(data)).message;
    // One that has to be confirmed is stored beside the one held for its captcha.
    const isBeside = (held: Item) =>
      held.isHeld && this.#isPending && all.some((other) => !other.isHeld && messageOf(other) === messageOf(held));
    const stored = all.filter((item) => !isBeside(item));
    const byMessage = (wanted: string) => stored.filter((item) => messageOf(item) === wanted);
    const isMerged = this.#way === 'merge';
    if (byMessage(SAME).length + (isMerged ? 0 : byMessage('other').length) !== 1) problems.push('not stored once');
    if (byMessage('other').length > 1) problems.push('other data is stored twice');
    const answers = this.#answers.filter(({ id }) => !all.some((item) => isBeside(item) && isOf(item, id)));
    for (const answer of answers) problems.push(...this.#judge(answer, byMessage(answer.message)));
    for (const item of stored) problems.push(...this.#checkEvents(item));
    return problems;
  }

  #judge({ message, id, code }: Answer, stored: Item[]): string[] {
    const [item] = stored;
    if (!item) return code === 'CONFLICT' && this.#way !== 'merge' ? [] : [`${message}: answered ${id ?? code}`];
    return isOf(item, id) ? [] : [`${message}: answered ${id ?? code} instead of ${item.SK}`];
  }

  /** One creation, of which recipients and webhooks are told once, unless it is held as spam. */
  #checkEvents(item: Item): string[] {
    const id = String(item.SK).slice(String(item.SK).indexOf('#') + 1);
    const changes = this.items.events.filter((event) => isSubmission(event) && event.SK.endsWith(`#${id}`));
    const kinds = changes.map(({ eventName, SK, before = {}, item: after = {} }) => {
      const kind = changeKindOf({ eventName, SK, before, after });
      return { kind, endpointId: ENDPOINT_ID, submissionId: id, at: 0, sequence: '', before, after } as Change;
    });
    const events = kinds.flatMap((change) => eventsFor({ isAbout: () => true }, change));
    const told = events.filter(({ event, isOfSpam }) => event === 'submission.created' && !isOfSpam).length;
    const isConfirmed = String(item.SK).startsWith(SORT_PREFIX.submission);
    // A sender whose solving request died is held as spam, as ever.
    const expected = item.isHeld === true || !isConfirmed ? 0 : 1;
    const isHeldWrongly = item.isHeld === true && !this.#mayBeHeld();
    return [
      ...(told === expected ? [] : [`told ${told} times instead of ${expected}`]),
      ...(kinds.filter(({ kind }) => kind === 'submissionCreated').length > 1 ? ['created twice'] : []),
      ...(kinds.filter(({ kind }) => kind === 'pendingCreated').length > 1 ? ['pending twice'] : []),
      ...(isHeldWrongly ? ['held although its captcha was solved'] : []),
    ];
  }

  /** Whether the request that solved the captcha died, or sent other data. */
  #mayBeHeld = (): boolean => (this.counts.crash ?? 0) + (this.counts.others ?? 0) > 0;

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

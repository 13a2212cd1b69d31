import { failure, type ServiceAnswer, type ServiceRequest } from './services.ts';

/** A call of a function: one `send` of a client, with all of the client's attempts at it. */
export interface Call extends Pick<ServiceRequest, 'service' | 'action'> {
  /** From 1, over all invocations of a scenario. */
  number: number;
  /** Whether it only notes that a key was used, which is to fail no request. */
  isNote: boolean;
}

/** What comes back instead of the right answer: an error of the service, none at all, or the end of the process. */
type Ending = 'right' | 'silence' | 'death' | ((call: Call) => ServiceAnswer | Error);

/** What goes wrong with a call. */
export interface FaultKind {
  /** Whether the service does what it was asked for, all the same; a batch may be done but for its first entry. */
  takesEffect: boolean | 'in part';
  ending: Ending;
  /** Whether the client's next attempt at the same call goes well. */
  once?: boolean;
  /** What the client's next attempts come to, if it is something else. */
  afterwards?: (call: Call) => ServiceAnswer;
  /** Whether nearly all of the function's time is gone by then. */
  late?: boolean;
  /** The calls that it can happen to; without, all. */
  happensTo?: (call: Call) => boolean;
  /** Functions with a caller end in time when a call stays silent; the others are ended by their time limit. */
  only?: 'operations' | 'consumers';
}

const named = (name: string, more: object = {}): Error =>
  Object.assign(new Error(`${name} was injected`), { name, ...more });

const brokenDown = ({ service }: Call) =>
  failure(500, service === 'dynamodb' ? 'InternalServerError' : 'InternalServiceErrorException');
const connectionLost = () => named('Error', { code: 'ECONNRESET' });
const timedOut = () => named('TimeoutError');
const refused = () => failure(400, 'AccessDeniedException');
const throttled = ({ service }: Call) =>
  service === 'ses' ? failure(429, 'TooManyRequestsException') : failure(400, 'ThrottlingException');
const conflict = ({ action }: Call) =>
  action === 'TransactWriteItems'
    ? failure(400, 'TransactionCanceledException', { CancellationReasons: [{ Code: 'TransactionConflict' }] })
    : failure(400, 'TransactionConflictException');

const isWrite = ({ action }: Call) => /^(Put|Update|Delete)Item$|^TransactWriteItems$/.test(action);
const isBatch = ({ action }: Call) => action.startsWith('Batch') || isQueueBatch({ action });
const isQueueBatch = ({ action }: Pick<Call, 'action'>) => action === 'SendMessageBatch';
const isTransaction = ({ action }: Call) => action === 'TransactWriteItems';

/** Everything that may go wrong with one call. */
export const FAULT_KINDS = {
  'error before': { takesEffect: false, ending: brokenDown },
  'error before, once': { takesEffect: false, ending: brokenDown, once: true },
  'error after': { takesEffect: true, ending: brokenDown },
  'answer lost': { takesEffect: true, ending: connectionLost },
  'answer lost, once': { takesEffect: true, ending: connectionLost, once: true },
  throttled: { takesEffect: false, ending: throttled },
  'throttled, once': { takesEffect: false, ending: throttled, once: true },
  refused: { takesEffect: false, ending: refused },
  slow: { takesEffect: false, ending: timedOut },
  'slow, took effect': { takesEffect: true, ending: timedOut },
  'slow, took effect, once': { takesEffect: true, ending: timedOut, once: true },
  silent: { takesEffect: false, ending: 'silence', only: 'operations' },
  'silent, took effect': { takesEffect: true, ending: 'silence', only: 'operations' },
  late: { takesEffect: true, ending: 'right', late: true, only: 'consumers' },
  'killed before': { takesEffect: false, ending: 'death' },
  'killed after': { takesEffect: true, ending: 'death' },
  conflict: { takesEffect: false, ending: conflict, happensTo: isWrite },
  'conflict, once': { takesEffect: false, ending: conflict, once: true, happensTo: isWrite },
  // The first attempt is given up by the client but not by DynamoDB, which says so to the next ones.
  'still at work': {
    takesEffect: true,
    ending: timedOut,
    afterwards: () => failure(400, 'TransactionInProgressException'),
    happensTo: isTransaction,
  },
  'nothing of a batch': { takesEffect: false, ending: 'right', happensTo: isBatch },
  'nothing of a batch, once': { takesEffect: false, ending: 'right', once: true, happensTo: isBatch },
  'part of a batch': { takesEffect: 'in part', ending: 'right', happensTo: isQueueBatch },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULT_KINDS;

export const faultKind = (name: FaultName): FaultKind => FAULT_KINDS[name];

/** The kinds that can happen to a call of an operation or of a consumer. */
export const kindsFor = (call: Call, target: 'operations' | 'consumers'): FaultName[] =>
  (Object.keys(FAULT_KINDS) as FaultName[]).filter((name) => {
    const { only, happensTo } = faultKind(name);
    return (only ?? target) === target && (happensTo?.(call) ?? true);
  });

/** The kinds whose pairs are run: after these nobody knows what happened. A death before a call is one after the call before. */
export const PAIRED: readonly FaultName[] = ['answer lost', 'killed after'];

/** Whether something may have taken effect of which the caller, or whoever comes after a death, was not told. */
export const isUnclear = (name: FaultName): boolean => {
  const { takesEffect, ending } = faultKind(name);
  return ending === 'death' || (takesEffect !== false && ending !== 'right');
};

/** The faults of a scenario by the number of the call, and what they struck. */
export class FaultPlan {
  readonly calls: Call[] = [];
  /** Calls that a fault struck. */
  struck = 0;
  /** Those of them on which an answer depends. */
  spoiled = 0;
  readonly #faults: ReadonlyMap<number, FaultName>;

  constructor(faults: Iterable<readonly [number, FaultName]> = []) {
    this.#faults = new Map(faults);
  }

  /** Whether a fault struck after which nobody could know that SES had accepted a mail: a death, or its answer lost. */
  get excusesDoubles(): boolean {
    return this.calls.some(({ number, service }) => {
      const name = this.#faults.get(number);
      if (name === undefined || !isUnclear(name)) return false;
      return service === 'ses' || faultKind(name).ending === 'death';
    });
  }

  begin({ service, action, input }: ServiceRequest): Call {
    const isNote = String(input.UpdateExpression).includes('lastAccess');
    const call = { number: this.calls.length + 1, service, action, isNote };
    this.calls.push(call);
    const name = this.#faults.get(call.number);
    if (name !== undefined) this.struck++;
    if (name !== undefined && (!isNote || faultKind(name).ending === 'death')) this.spoiled++;
    return call;
  }

  /** The fault of an attempt, if it has one. */
  at({ number }: Call, attempt: number): FaultKind | undefined {
    const name = this.#faults.get(number);
    if (name === undefined) return undefined;
    const kind = faultKind(name);
    return kind.once && attempt > 1 ? undefined : kind;
  }
}

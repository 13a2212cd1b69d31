import { type ServiceCall, ServiceFailure } from './calls.ts';

/** The caller's result instead of the response: an error, silence, or the end of its process. */
type Ending = 'right' | 'silence' | 'death' | ((call: ServiceCall) => Error);

export interface FaultKind {
  /** True if the call takes effect nevertheless. */
  takesEffect: boolean;
  ending: Ending;
  once?: boolean;
  afterwards?: (call: ServiceCall) => Error;
  late?: boolean;
  happensTo?: (call: ServiceCall) => boolean;
  /** Functions with a caller end in time if a call is silent; others are ended by their timeout. */
  only?: 'operations' | 'consumers';
}

const connectionError = (name: string, more: object = {}) =>
  Object.assign(new Error(`${name} was injected`), { name, ...more });

const brokenDown = ({ service }: ServiceCall) =>
  new ServiceFailure(500, service === 'dynamodb' ? 'InternalServerError' : 'InternalServiceErrorException');
const unavailable = () => new ServiceFailure(503, 'ServiceUnavailable');
const connectionLost = () => connectionError('Error', { code: 'ECONNRESET' });
const timedOut = () => connectionError('TimeoutError');
const refused = () => new ServiceFailure(400, 'AccessDeniedException');
const conflict = ({ action }: ServiceCall) =>
  action === 'TransactWriteItems'
    ? new ServiceFailure(400, 'TransactionCanceledException', {
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      })
    : new ServiceFailure(400, 'TransactionConflictException');

export const throttled = ({ service }: Pick<ServiceCall, 'service'>): ServiceFailure =>
  service === 'ses'
    ? new ServiceFailure(429, 'TooManyRequestsException')
    : new ServiceFailure(400, 'ThrottlingException');

const isWrite = ({ action }: ServiceCall) => /^(Put|Update|Delete)Item$|^TransactWriteItems$/.test(action);
const isBatch = ({ action }: ServiceCall) => action.startsWith('Batch');
const isTransaction = ({ action }: ServiceCall) => action === 'TransactWriteItems';

export const FAULT_KINDS = {
  'error before': { takesEffect: false, ending: brokenDown },
  'error before, once': { takesEffect: false, ending: brokenDown, once: true },
  'error after': { takesEffect: true, ending: brokenDown },
  'answer lost': { takesEffect: true, ending: connectionLost },
  'answer lost, once': { takesEffect: true, ending: connectionLost, once: true },
  throttled: { takesEffect: false, ending: throttled },
  'throttled, once': { takesEffect: false, ending: throttled, once: true },
  unavailable: { takesEffect: false, ending: unavailable },
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
  // The client's first attempt times out, but DynamoDB completes it, and says so to the next ones.
  'still at work': {
    takesEffect: true,
    ending: timedOut,
    afterwards: () => new ServiceFailure(400, 'TransactionInProgressException'),
    happensTo: isTransaction,
  },
  'nothing of a batch': { takesEffect: false, ending: 'right', happensTo: isBatch },
  'nothing of a batch, once': { takesEffect: false, ending: 'right', once: true, happensTo: isBatch },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULT_KINDS;

export const faultKind = (name: FaultName): FaultKind => FAULT_KINDS[name];

export const kindsFor = (call: ServiceCall, target: 'operations' | 'consumers'): FaultName[] =>
  (Object.keys(FAULT_KINDS) as FaultName[]).filter((name) => {
    const { only, happensTo } = faultKind(name);
    return (only ?? target) === target && (happensTo?.(call) ?? true);
  });

/**
 * True if a call may have taken effect without the knowledge of its caller, or of the caller's successor after a crash.
 */
export const isUnclear = (name: FaultName): boolean => {
  const { takesEffect, ending } = faultKind(name);
  return ending === 'death' || (takesEffect !== false && ending !== 'right');
};

import { FUNCTION_EVENT_BYTES_MAX } from '../../shared/runtime/awsLimits.ts';
import { matches, type Pattern } from './eventPattern.ts';
import { type Invoke, reportedIn } from './invocation.ts';

export interface StreamRecord {
  eventName: string;
  dynamodb: { SequenceNumber: string; Keys: object; ApproximateCreationDateTime?: number };
}

/** Properties of an event source mapping that matter here. */
export interface StreamMapping {
  BatchSize: number;
  MaximumRetryAttempts: number;
  MaximumRecordAgeInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
  FunctionResponseTypes?: string[];
  FilterCriteria?: { Filters: { Pattern: string }[] };
  DestinationConfig?: { OnFailure: { Destination: string } };
}

export interface StreamDelivery<T> {
  mapping: StreamMapping;
  streamArn: string;
  invoke: Invoke;
  /** Waits before the n-th retry, counted from 1. */
  pause: (retry: number) => unknown;
  now?: () => number;
  hasStopped?: () => boolean;
  /** Called with records that need no more delivery. */
  onDone?: (records: T[]) => void;
  /** Stores records that failed for good. */
  putAside: (records: T[]) => unknown;
}

/** Attributes that the event adds to each record, such as the stream's ARN. */
const RECORD_OVERHEAD_BYTES = 1_000;

export function filterOf({ FilterCriteria }: StreamMapping): (record: StreamRecord) => boolean {
  const patterns = FilterCriteria?.Filters.map(({ Pattern }): Pattern => JSON.parse(Pattern));
  return (record) => patterns === undefined || patterns.some((pattern) => matches(record, pattern));
}

/** Delivers records to a function as AWS Lambda's event source mappings of streams do. */
export async function deliverRecords<T extends StreamRecord>(records: T[], delivery: StreamDelivery<T>): Promise<void> {
  for (const batch of batchesOf(inTwoShards(records), delivery.mapping.BatchSize)) {
    await deliverBatch(batch, delivery);
    if (delivery.hasStopped?.()) return;
  }
}

/** Retries a batch until it succeeds, is given up or the source has stopped. Bisecting does not count as an attempt. */
async function deliverBatch<T extends StreamRecord>(batch: T[], delivery: StreamDelivery<T>): Promise<void> {
  const { mapping, pause, now = Date.now, hasStopped = () => false, onDone = () => undefined, putAside } = delivery;
  let rest = batch;
  for (let retry = 0; rest.length > 0 && !hasStopped(); retry++) {
    if (retry > 0) await pause(retry);
    const done = await attempt(rest, delivery);
    if (done !== 'none') onDone(rest.slice(0, done));
    if (done === rest.length || hasStopped()) return;
    rest = rest.slice(done === 'none' ? 0 : done);
    if (done === 'none' && mapping.BisectBatchOnFunctionError && rest.length > 1) {
      const half = Math.ceil(rest.length / 2);
      await deliverBatch(rest.slice(0, half), delivery);
      rest = rest.slice(half);
      retry = -1;
    } else if (retry >= mapping.MaximumRetryAttempts || isOlder(rest[0], mapping, now())) {
      await putAside(rest);
      onDone(rest);
      return;
    }
  }
}

const isOlder = (
  record: StreamRecord | undefined,
  { MaximumRecordAgeInSeconds: ageMaxS = -1 }: StreamMapping,
  now: number,
) => ageMaxS >= 0 && now / 1_000 - (record?.dynamodb.ApproximateCreationDateTime ?? Number.POSITIVE_INFINITY) > ageMaxS;

/** @returns how many leading records succeeded; `none` if the function failed as a whole */
async function attempt<T extends StreamRecord>(
  records: T[],
  { mapping, streamArn, invoke }: StreamDelivery<T>,
): Promise<number | 'none'> {
  const result = await invoke({ Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })) });
  if ('error' in result) return 'none';
  const positions = reportedIn(result.payload, mapping).map((identifier) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === identifier),
  );
  const first = Math.min(records.length, ...positions);
  return first < 0 ? 'none' : first;
}

/**
 * Only records of the same item come in order (Amazon DynamoDB, "Change data capture for DynamoDB Streams"): those of
 * other partitions may be in a shard that is read sooner or later. Here, half of the partitions come first.
 */
function inTwoShards<T extends StreamRecord>(records: T[]): T[] {
  const isOfFirst = ({ dynamodb }: StreamRecord) => {
    const { PK } = dynamodb.Keys as { PK?: { S?: string } };
    return (PK?.S?.charCodeAt(PK.S.length - 1) ?? 0) % 2 === 0;
  };
  return [...records.filter(isOfFirst), ...records.filter((record) => !isOfFirst(record))];
}

/** Batches of at most this many records that fit into an event, as AWS Lambda forms them ("Batching behavior"). */
function batchesOf<T extends StreamRecord>(records: T[], recordsMax: number): T[][] {
  const batches: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const more = Buffer.byteLength(JSON.stringify(record)) + RECORD_OVERHEAD_BYTES;
    bytes += more;
    if (bytes > FUNCTION_EVENT_BYTES_MAX || batches.at(-1)?.length === recordsMax) {
      batches.push([]);
      bytes = more;
    }
    batches.at(-1)?.push(record);
  }
  return batches;
}

/** AWS Lambda's object in the on-failure bucket: the payload is text (AWS Lambda, "Example S3 invocation record"). */
export const invocationRecord = (functionArn: string, Records: readonly object[]) => ({
  requestContext: { functionArn, condition: 'RetryAttemptsExhausted' },
  timestamp: new Date().toISOString(),
  payload: JSON.stringify({ Records }),
});

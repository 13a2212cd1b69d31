import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, AttributeValue as RecordValue } from 'aws-lambda';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { endpointIdOf, submissionIdOf, submissionKeyOfPending } from '../storage/table/itemKeys.ts';
import type { Item } from '../storage/table/table.ts';
import { type ChangeKind, changeKindOf } from './kinds.ts';

export type Change = SubmissionChange | PendingChange | EndpointChange;

interface AnyChange {
  endpointId: string;
  /** Time of the write in milliseconds since 1970, to the second. */
  at: number;
  /** The record's sequence number in the stream, the same on every retry. */
  sequence: string;
}

interface ItemChange extends AnyChange {
  submissionId: string;
  /** The unparsed item before and after the change; empty if it did not exist. */
  before: Item;
  after: Item;
}

export interface SubmissionChange extends ItemChange {
  kind: Extract<ChangeKind, `submission${string}`>;
}

export interface PendingChange extends ItemChange {
  kind: Extract<ChangeKind, `pending${string}`>;
}

export interface EndpointChange extends AnyChange {
  kind: Extract<ChangeKind, `endpoint${string}`>;
}

const Keys = z.object({ PK: z.string(), SK: z.string() });

/**
 * The key of a stream record's item.
 * @throws ZodError when the record does not have this table's key schema
 */
export const recordKeyOf = ({ dynamodb }: DynamoDBRecord): z.output<typeof Keys> => Keys.parse(plain(dynamodb?.Keys));

/**
 * Parses a stream record; undefined if it concerns neither a submission, a pending one nor an endpoint, or the removal of
 * a submission with an id that this service could not have generated.
 * @throws ZodError when the record does not have this table's key schema
 * @throws SyntaxError for any other submission, and an endpoint, with such an id
 */
export function changeOf(record: DynamoDBRecord): Change | undefined {
  const { eventName, dynamodb = {} } = record;
  const { PK, SK } = recordKeyOf(record);
  const [before, after] = [plain(dynamodb.OldImage), plain(dynamodb.NewImage)];
  const kind = changeKindOf({ eventName, SK, before, after });
  if (kind === undefined) return undefined;
  const { ApproximateCreationDateTime = Date.now() / 1_000, SequenceNumber: sequence = '' } = dynamodb;
  const key = kind.startsWith('pending') ? submissionKeyOfPending({ PK, SK }) : { PK, SK };
  const endpointId = checked('endpoint', endpointIdOf(key));
  const common = { endpointId, at: Math.round(ApproximateCreationDateTime * 1_000), sequence };
  if (kind === 'endpointCreated' || kind === 'endpointRemoved') return { kind, ...common };
  const submissionId = submissionIdOf(key);
  // Such a submission was never counted or sent.
  if (eventName === 'REMOVE' && !isId('submission', submissionId)) return undefined;
  return { kind, ...common, submissionId: checked('submission', submissionId), before, after };
}

function checked(kind: 'endpoint' | 'submission', id: string): string {
  if (!isId(kind, id)) throw new SyntaxError(`not the id of a ${kind}`);
  return id;
}

const isOfKind =
  <Of extends Change>(start: string) =>
  (change: Change): change is Of =>
    change.kind.startsWith(start);

export const isOfSubmission = isOfKind<SubmissionChange>('submission');
export const isOfPending = isOfKind<PendingChange>('pending');
export const isOfEndpoint = isOfKind<EndpointChange>('endpoint');

const plain = (attributes: Record<string, RecordValue> | undefined): Item =>
  unmarshall(Object.fromEntries(Object.entries(attributes ?? {}).map(([name, value]) => [name, withBytes(value)])));

/** Events contain binary values as base64. */
const withBytes = (value: RecordValue) =>
  (value.B === undefined ? value : { B: Buffer.from(value.B, 'base64') }) as AttributeValue;

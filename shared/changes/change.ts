import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { isId } from '../contract/ids.ts';
import { type Attributes, type Item, toItem } from '../storage/attributeValues.ts';
import { endpointIdOf, submissionIdOf } from '../storage/itemKeys.ts';
import { type ChangeKind, kindOf } from './kinds.ts';

/** What a record of the table's stream says that happened. */
export type Change = SubmissionChange | EndpointChange;

interface AnyChange {
  endpointId: string;
  /** When it was written, in milliseconds since 1970. DynamoDB gives it in whole seconds. */
  at: number;
  /** The record's number in the stream, the same however often the stream brings it. */
  sequence: string;
}

export interface SubmissionChange extends AnyChange {
  kind: Extract<ChangeKind, `submission${string}`>;
  submissionId: string;
  /** The item as it was and as it is then, unparsed; empty where there was none. */
  before: Item;
  after: Item;
}

export interface EndpointChange extends AnyChange {
  kind: Extract<ChangeKind, `endpoint${string}`>;
}

const Keys = z.object({ PK: z.string(), SK: z.string() });

/**
 * The key of the item that a stream record is about.
 * @throws ZodError when the record has none of this table's form
 */
export const keysOf = ({ dynamodb }: DynamoDBRecord): z.output<typeof Keys> => Keys.parse(plain(dynamodb?.Keys));

/**
 * What a stream record says; undefined for one that is about no submission and no endpoint.
 * @throws ZodError when the record has no key of this table's form
 * @throws SyntaxError when it is about a submission or an endpoint whose id this service did not make
 */
export function changeOf(record: DynamoDBRecord): Change | undefined {
  const { eventName, dynamodb = {} } = record;
  const { PK, SK } = keysOf(record);
  const [before, after] = [plain(dynamodb.OldImage), plain(dynamodb.NewImage)];
  const kind = kindOf({ eventName, SK, before, after });
  if (kind === undefined) return undefined;
  const { ApproximateCreationDateTime = Date.now() / 1_000, SequenceNumber: sequence = '' } = dynamodb;
  const endpointId = checked('endpoint', endpointIdOf({ PK }));
  const common = { endpointId, at: Math.round(ApproximateCreationDateTime * 1_000), sequence };
  if (kind === 'endpointCreated' || kind === 'endpointRemoved') return { kind, ...common };
  return { kind, ...common, submissionId: checked('submission', submissionIdOf({ SK })), before, after };
}

function checked(kind: 'endpoint' | 'submission', id: string): string {
  if (!isId(kind, id)) throw new SyntaxError(`not the id of a ${kind}`);
  return id;
}

export const isOfSubmission = (change: Change): change is SubmissionChange => 'submissionId' in change;

const plain = (attributes: object | undefined): Item => toItem((attributes ?? {}) as Attributes);

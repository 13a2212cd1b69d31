import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';

const Keys = z.object({ PK: z.string(), SK: z.string() });

/**
 * The key of the item that a stream record is about.
 * @throws ZodError when the record has none of this table's form
 */
export const keysOf = ({ dynamodb }: DynamoDBRecord): z.output<typeof Keys> => Keys.parse(plain(dynamodb?.Keys));

/** The item as it became, unparsed. */
export const newImageOf = ({ dynamodb }: DynamoDBRecord): Record<string, unknown> => plain(dynamodb?.NewImage);

/** The item as it was, unparsed. */
export const oldImageOf = ({ dynamodb }: DynamoDBRecord): Record<string, unknown> => plain(dynamodb?.OldImage);

const plain = (attributes: object | undefined): Record<string, unknown> =>
  unmarshall((attributes ?? {}) as Record<string, AttributeValue>);

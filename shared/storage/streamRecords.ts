import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Attributes, type Item, toItem } from './attributeValues.ts';

const Keys = z.object({ PK: z.string(), SK: z.string() });

/**
 * The key of the item that a stream record is about.
 * @throws ZodError when the record has none of this table's form
 */
export const keysOf = ({ dynamodb }: DynamoDBRecord): z.output<typeof Keys> => Keys.parse(plain(dynamodb?.Keys));

/** The item as it became, unparsed. */
export const newImageOf = ({ dynamodb }: DynamoDBRecord): Item => plain(dynamodb?.NewImage);

/** The item as it was, unparsed. */
export const oldImageOf = ({ dynamodb }: DynamoDBRecord): Item => plain(dynamodb?.OldImage);

const plain = (attributes: object | undefined): Item => toItem((attributes ?? {}) as Attributes);

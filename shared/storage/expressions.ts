import type { Item } from './table.ts';

/** DynamoDB expressions, for requests of the table. Only this folder writes them. */

/** A condition whose names and values are its own. */
interface NamedCondition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** The part of an update that sets each of the given attributes; `null` removes one. */
export function setAll(changes: Item) {
  const names = Object.keys(changes);
  const [set, removed] = [
    names.filter((name) => changes[name] !== null),
    names.filter((name) => changes[name] === null),
  ];
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(', ')}`] : []),
  ];
  return {
    UpdateExpression: clauses.join(' '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, changes[name]])),
  };
}

/** The update that adds to each of the given attributes; one that is missing counts as 0. */
export function addAll(amounts: Record<string, number>) {
  const names = Object.keys(amounts);
  return {
    UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, amounts[name]])),
  };
}

/** The update under a condition. */
export const onlyIf = <U extends Partial<Omit<NamedCondition, 'ConditionExpression'>>>(
  { ConditionExpression, ...condition }: NamedCondition,
  update: U,
) => ({
  ...update,
  ConditionExpression,
  ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...condition.ExpressionAttributeNames },
  ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
});

/** There is no item with the key. */
export const ABSENT = { ConditionExpression: 'attribute_not_exists(PK)' };

/** There is an item with the key. */
export const PRESENT = { ConditionExpression: 'attribute_exists(PK)' };

/** The item has each of these values; undefined stands for an attribute that is missing. An absent item has none. */
export function hasValues(values: Item): NamedCondition {
  const names = Object.keys(values);
  const present = names.filter((name) => values[name] !== undefined);
  const conditions = names.map((name) =>
    values[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :current_${name}`,
  );
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(present.map((name) => [`:current_${name}`, values[name]])),
  };
}

/** Items of a partition: all of them, or those whose sort key starts with the prefix. */
export const inPartition = (PK: string, sortPrefix = '') =>
  sortPrefix === ''
    ? { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': PK } }
    : {
        KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
        ExpressionAttributeValues: { ':pk': PK, ':prefix': sortPrefix },
      };

/** Items of a partition between two sort keys, both included. */
export const between = (PK: string, [from, to]: readonly [from: string, to: string]) => ({
  KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': PK, ':from': from, ':to': to },
});

/** Submissions that are not held as spam. */
export const NOT_HELD = { FilterExpression: 'attribute_not_exists(isHeld)' };

/** Which marks submissions have; undefined stands for either. */
export interface Marks {
  isRead?: boolean | undefined;
  isSpam?: boolean | undefined;
}

/** The query, of submissions with these marks alone. One that was never set is not there. */
export function withMarks<Q extends { ExpressionAttributeValues: Item }>(query: Q, { isRead, isSpam }: Marks) {
  const wanted = Object.entries({ isRead, isSpam }).filter(([, value]) => value !== undefined);
  if (wanted.length === 0) return query;
  const conditions = wanted.map(([name, value]) =>
    value ? `${name} = :${name}` : `(attribute_not_exists(${name}) OR ${name} = :${name})`,
  );
  const values = Object.fromEntries(wanted.map(([name, value]) => [`:${name}`, value]));
  return {
    ...query,
    FilterExpression: conditions.join(' AND '),
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...values },
  };
}

/** Items of a scan that have this sort key. */
export const withSortKey = (SK: string) => ({
  FilterExpression: 'SK = :sk',
  ExpressionAttributeValues: { ':sk': SK },
});

/** Only these attributes of each item. Policies that limit attributes ask for `Select`. */
export const selecting = (...names: string[]) => ({
  ProjectionExpression: names.join(', '),
  Select: 'SPECIFIC_ATTRIBUTES' as const,
});

/** Only these attributes of an item, whose names may be words that DynamoDB reserves. */
export const projecting = (names: readonly string[]) => ({
  ProjectionExpression: names.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
});

/** The query with only these attributes of each item, whose names may be words that DynamoDB reserves. */
export const selectingNamed = <Q extends object>(names: readonly string[], query: Q) => ({
  ...query,
  ...projecting(names),
  Select: 'SPECIFIC_ATTRIBUTES' as const,
});

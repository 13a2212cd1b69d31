import type { ItemKey } from './partitions.ts';
import { projecting } from './projecting.ts';
import type { Item } from './table.ts';

/** Builds DynamoDB expressions. Only this folder writes them. */

export interface NamedCondition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

const substitutes = (ExpressionAttributeNames: Record<string, string>, ExpressionAttributeValues: Item) => ({
  ...(Object.keys(ExpressionAttributeNames).length > 0 && { ExpressionAttributeNames }),
  ...(Object.keys(ExpressionAttributeValues).length > 0 && { ExpressionAttributeValues }),
});

/** Update expression that sets each attribute; `null` removes one. */
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
    ...substitutes(
      Object.fromEntries(names.map((name) => [`#${name}`, name])),
      Object.fromEntries(set.map((name) => [`:${name}`, changes[name]])),
    ),
  };
}

/** Drops fields with `null`, which means absent. */
export const present = (fields: Item): Item =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** An update of an item with these current values; `undefined` means that an attribute is missing. */
export const updateIf = (Key: ItemKey, current: Item, changes: Item) => ({
  ...onlyIf(hasValues(current), { Key, ...setAll(changes) }),
  ReturnValues: 'NONE' as const,
});

/** Update expression that adds to each attribute, of which a missing one counts as 0, and sets others. */
export function addAll(amounts: Record<string, number>, changes: Item = {}) {
  const added = Object.keys(amounts).map((name) => `#${name} :${name}`);
  const { UpdateExpression: _, ...placeholders } = setAll({ ...amounts, ...changes });
  return { UpdateExpression: `ADD ${added.join(', ')} ${setAll(changes).UpdateExpression}`.trim(), ...placeholders };
}

export const onlyIf = <U extends Partial<Omit<NamedCondition, 'ConditionExpression'>>>(
  { ConditionExpression, ...condition }: NamedCondition,
  { ExpressionAttributeNames, ExpressionAttributeValues, ...update }: U,
) => ({
  ...update,
  ConditionExpression,
  ...substitutes(
    { ...ExpressionAttributeNames, ...condition.ExpressionAttributeNames },
    { ...ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
  ),
});

export const ABSENT = { ConditionExpression: 'attribute_not_exists(PK)' };

export const PRESENT = { ConditionExpression: 'attribute_exists(PK)' };

/** Requires these values; undefined means that the attribute is missing. Never holds for an absent item. */
export function hasValues(values: Item): NamedCondition {
  const names = Object.keys(values);
  const present = names.filter((name) => values[name] !== undefined);
  const conditions = names.map((name) =>
    values[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :current_${name}`,
  );
  return {
    ConditionExpression: [...(present.length > 0 ? [] : [PRESENT.ConditionExpression]), ...conditions].join(' AND '),
    ...substitutes(
      Object.fromEntries(names.map((name) => [`#${name}`, name])),
      Object.fromEntries(present.map((name) => [`:current_${name}`, values[name]])),
    ),
  };
}

/** Requires that a number is missing or less than this. */
export const below = (name: string, limit: number): NamedCondition => ({
  ConditionExpression: `attribute_not_exists(#${name}) OR #${name} < :limit`,
  ExpressionAttributeNames: { [`#${name}`]: name },
  ExpressionAttributeValues: { ':limit': limit },
});

/** Items of a partition, optionally only those with a sort key prefix. */
export const inPartition = (PK: string, sortPrefix = '') =>
  sortPrefix === ''
    ? { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': PK } }
    : {
        KeyConditionExpression: 'PK = :pk AND begins_with(SK, :prefix)',
        ExpressionAttributeValues: { ':pk': PK, ':prefix': sortPrefix },
      };

export const between = (PK: string, [from, to]: readonly [from: string, to: string]) => ({
  KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :to',
  ExpressionAttributeValues: { ':pk': PK, ':from': from, ':to': to },
});

/** Holds for a submission that exists and is not marked as spam. */
export const NOT_SPAM = {
  ConditionExpression: 'attribute_exists(PK) AND (attribute_not_exists(isSpam) OR isSpam = :notSpam)',
  ExpressionAttributeValues: { ':notSpam': false },
};

export const NOT_HELD = { FilterExpression: 'attribute_not_exists(isHeld)' };

export interface FlagFilter {
  isRead?: boolean | undefined;
  isSpam?: boolean | undefined;
}

/** Restricts a query to submissions with these flags. A flag that was never set is absent. */
export function withFlags<Q extends { ExpressionAttributeValues: Item }>(query: Q, { isRead, isSpam }: FlagFilter) {
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

export const withState = <Q extends { ExpressionAttributeValues: Item }>(query: Q, state: string) => ({
  ...query,
  FilterExpression: '#state = :state',
  ExpressionAttributeNames: { '#state': 'state' },
  ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':state': state },
});

export const withSortKey = (SK: string) => ({ FilterExpression: 'SK = :sk', ExpressionAttributeValues: { ':sk': SK } });

export const withPrefixes = (PK: string, SK: string) => ({
  FilterExpression: 'begins_with(PK, :pk) AND begins_with(SK, :sk)',
  ExpressionAttributeValues: { ':pk': PK, ':sk': SK },
});

/** Reads only these attributes. Policies that limit attributes require `Select`. */
export const selecting = (...names: string[]) => ({
  ProjectionExpression: names.join(', '),
  Select: 'SPECIFIC_ATTRIBUTES' as const,
});

/** Adds such a selection to queries; names may be words that DynamoDB reserves. */
export function selectingNamed(names: readonly string[]) {
  const selection = { ...projecting(names), Select: 'SPECIFIC_ATTRIBUTES' as const };
  return <Q extends object>(query: Q) => ({ ...query, ...selection });
}

export function withInitial(update: ReturnType<typeof setAll>, initial: Item): ReturnType<typeof setAll> {
  const names = Object.keys(initial);
  return {
    UpdateExpression: update.UpdateExpression.replace(
      /^SET /,
      `SET ${names.map((name) => `${name} = if_not_exists(${name}, :${name})`).join(', ')}, `,
    ),
    ExpressionAttributeNames: update.ExpressionAttributeNames,
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ...Object.fromEntries(names.map((name) => [`:${name}`, initial[name]])),
    },
  };
}

import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, unknown>;

/** An item in DynamoDB's wire format: each value under the name of its type. */
export type Attributes = Record<string, AttributeValue>;

export function toAttributes(item: object): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(item)) {
    if (value !== undefined) attributes[name] = toAttribute(value);
  }
  return attributes;
}

/** @throws TypeError for a type that no item of the table has */
function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  if (value instanceof Uint8Array) return { B: value };
  if (value instanceof Set) return setAttribute([...value]);
  if (typeof value === 'object' && value !== null) return { M: toAttributes(value) };
  throw new TypeError(`no value of an attribute: ${value === null ? 'null' : typeof value}`);
}

const setAttribute = (members: unknown[]): AttributeValue =>
  typeof members[0] === 'number' ? { NS: members.map(String) } : { SS: members as string[] };

export function toItem(attributes: Attributes): Item {
  const item: Item = {};
  for (const name in attributes) item[name] = toValue(attributes[name] as AttributeValue);
  return item;
}

/** @throws TypeError for a type that no item of the table has */
function toValue({ S, N, BOOL, L, M, SS, NS, B }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(toValue);
  if (M !== undefined) return toItem(M);
  if (SS !== undefined) return new Set(SS);
  if (NS !== undefined) return new Set(NS.map(Number));
  if (B !== undefined) return B;
  throw new TypeError('an attribute of an unknown type');
}

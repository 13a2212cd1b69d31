import type { SubmissionData } from './schemas/submission.ts';

/** Data with its names in the sender's order, where the object alone does not tell. */
export interface OrderedData {
  data: SubmissionData;
  /** Absent if the data's own order is the sender's. */
  fieldOrder?: string[] | undefined;
}

/** The fields in the sender's order. */
export const fieldsInOrder = ({ data, fieldOrder }: OrderedData): [string, unknown][] =>
  (fieldOrder ?? Object.keys(data)).map((name) => [name, data[name]]);

/** The order of distinct names if an object with these names cannot keep it: names that are whole numbers come first in it. */
export function orderUnlessKept(names: readonly string[], data: SubmissionData): string[] | undefined {
  const kept = Object.keys(data);
  return names.every((name, index) => name === kept[index]) ? undefined : [...names];
}

const WHOLE_NUMBER = /^\d+$/;
const STRING_OR_BRACKET = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{}]/g;

/** The order of the names in the text of a JSON object, if the parsed object cannot keep it. */
export function orderInJson(json: string, data: SubmissionData): string[] | undefined {
  if (!WHOLE_NUMBER.test(Object.keys(data)[0] ?? '')) return undefined;
  const names = new Set<string>();
  let depth = 0;
  for (const [token, name, colon] of json.matchAll(STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && name !== undefined && colon !== undefined) names.add(JSON.parse(name));
  }
  return orderUnlessKept([...names], data);
}

/** JSON whose text has the names in this order. */
export const orderedJson = ({ data, fieldOrder }: OrderedData): string =>
  fieldOrder === undefined
    ? JSON.stringify(data)
    : `{${fieldOrder.map((name) => `${JSON.stringify(name)}:${JSON.stringify(data[name])}`).join(',')}}`;

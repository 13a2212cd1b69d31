import { FIELD_ORDER_BYTES_MAX, SUBMISSION_BYTES_MAX, SUBMISSION_DEPTH_MAX } from './limits.ts';
import type { SubmissionData } from './schemas/submissions/submission.ts';

/** Data with its names in the sender's order, where the object alone does not tell. */
export interface OrderedData {
  data: SubmissionData;
  /** Absent if the data's own order is the sender's. */
  fieldOrder?: string[] | undefined;
}

export const fieldsInOrder = ({ data, fieldOrder }: OrderedData): [string, unknown][] =>
  (fieldOrder ?? Object.keys(data)).map((name) => [name, data[name]]);

/**
 * The order of distinct names if an object with these names cannot keep it: names that are whole numbers come first in it.
 * Undefined for long names, and beside the largest data: repeating them would make a page of submissions too large.
 */
export function orderUnlessKept(names: readonly string[], data: SubmissionData): string[] | undefined {
  const kept = Object.keys(data);
  if (names.every((name, index) => name === kept[index])) return undefined;
  const bytes = bytesOf(names);
  const isShown = bytes <= FIELD_ORDER_BYTES_MAX && bytes + bytesOf(data) <= SUBMISSION_BYTES_MAX;
  return isShown ? [...names] : undefined;
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

const WHOLE_NUMBER = /^\d+$/;

/**
 * The order of the names in the text of a JSON object, if the parsed object cannot keep it. Undefined for data that is too
 * deep to be stored, which has not been refused yet.
 */
export function orderInJson(json: string, data: SubmissionData): string[] | undefined {
  if (!WHOLE_NUMBER.test(Object.keys(data)[0] ?? '')) return undefined;
  const names = new Set<string>();
  let [depth, isValue] = [0, false];
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (depth > SUBMISSION_DEPTH_MAX) return undefined;
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (depth === 1 && (character === ':' || character === ',')) isValue = character === ':';
    else if (character === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && !isValue) names.add(JSON.parse(json.slice(at, end)));
      at = end - 1;
    }
  }
  return orderUnlessKept([...names], data);
}

/** The position behind the JSON string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

export const orderedJson = ({ data, fieldOrder }: OrderedData): string =>
  fieldOrder === undefined
    ? JSON.stringify(data)
    : `{${fieldOrder.map((name) => `${JSON.stringify(name)}:${JSON.stringify(data[name])}`).join(',')}}`;

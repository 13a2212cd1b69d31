import { inputProblems } from '../../../shared/contract/errors.ts';
import type { RequestFailed } from './requestFailed.ts';

/** What is wrong with each field of a body that the API refused, as sentences; nothing if it failed otherwise. */
export function problemsByField({ message }: RequestFailed, body: object): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, problem } of inputProblems(message)) {
    // Each of the settings of files has a field of its own.
    const [, field = '', place] = /^(?:files\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
    problems[field] ??= sentenceOf(problem, place, body[field as keyof typeof body]);
  }
  return problems;
}

/** Of a list, it says which item it is about. */
const sentenceOf = (problem: string, place: string | undefined, value: unknown): string =>
  place !== undefined && Array.isArray(value)
    ? `${value[Number(place)]} ${problem}.`
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

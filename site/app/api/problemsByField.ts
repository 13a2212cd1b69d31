import { inputProblems } from '../../../shared/contract/errors.ts';
import type { RequestFailed } from './requestFailed.ts';

/** The problems of each field in a rejected body; empty for other failures. */
export function problemsByField({ message }: RequestFailed, body: object): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, problem } of inputProblems(message)) {
    // Each setting of files and confirmations has its own field.
    const [, field = '', place] = /^(?:(?:files|confirmation)\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
    problems[field] ??= sentenceOf(problem, place, body[field as keyof typeof body]);
  }
  return problems;
}

/** Problems of list items name the item. */
const sentenceOf = (problem: string, place: string | undefined, value: unknown): string =>
  place !== undefined && Array.isArray(value) ? `${value[Number(place)]} ${problem}.` : sentence(problem);

export const sentence = (problem: string): string => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

import { inputProblems } from '../../../shared/contract/errors.ts';
import type { RequestFailed } from './requestFailed.ts';

/** The problems of each field in a rejected body; empty for other failures. */
export function problemsByField({ message }: RequestFailed, body: object): Record<string, string> {
  const problems: Record<string, string> = {};
  const wrongItems: Record<string, string> = {};
  for (const { path, problem } of inputProblems(message)) {
    // Each setting of files and confirmations has its own field.
    const [, field = '', place] = /^(?:(?:files|confirmation)\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
    const list: unknown = body[field as keyof typeof body];
    if (place === undefined || !Array.isArray(list)) problems[field] ??= sentence(problem);
    else {
      // Problems of list items name the items: all with the first problem.
      const group = `${field} ${problem}`;
      if (problems[field] !== undefined && wrongItems[group] === undefined) continue;
      wrongItems[group] = [wrongItems[group], list[Number(place)]].filter(Boolean).join(', ');
      problems[field] = `${wrongItems[group]} ${problem}.`;
    }
  }
  return problems;
}

/** The other problems, once a field is edited. */
export const without = (problems: Record<string, string>, field: string): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field));

export const sentence = (problem: string): string => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

import { inputProblems } from '../../../shared/contract/errors.ts';
import type { RequestFailed } from './requestFailed.ts';

/** What is wrong with each field of a body that the API refused, as sentences; nothing if it failed otherwise. */
export const problemsByField = ({ message }: RequestFailed, body: object): Record<string, string> =>
  Object.fromEntries(
    inputProblems(message)
      .map(({ path, problem }) => {
        // Each of the settings of files has a field of its own.
        const [, field = '', place] = /^(?:files\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
        return [field, sentenceOf(problem, place, body[field as keyof typeof body])] as const;
      })
      // Of several about one field the first stays.
      .toReversed(),
  );

/** Of a list, it says which item it is about. */
const sentenceOf = (problem: string, place: string | undefined, value: unknown): string =>
  place !== undefined && Array.isArray(value)
    ? `${value[Number(place)]} ${problem}.`
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;

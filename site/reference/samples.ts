import type { Answer, Example, OperationObject } from '../../shared/openapi/types.ts';
import { codeBox } from '../code.ts';
import type { Html } from '../html.ts';

/** A value as JSON in a box. */
export const jsonBox = (caption: string, value: unknown): Html =>
  codeBox(caption, JSON.stringify(value, null, 2), 'json');

/** The commands that call an operation, the bodies that they do not show, and what is answered. */
export function samples({ 'x-codeSamples': commands, requestBody }: OperationObject, answers: Answer[]): Html[] {
  const [, ...otherBodies] = Object.values(requestBody?.content['application/json']?.examples ?? {}) as Example[];
  return [
    ...commands.map(({ label, source }) => codeBox(label, source, 'sh')),
    ...otherBodies.map(({ summary, value }) => jsonBox(`Another body: ${summary}`, value)),
    ...answers.flatMap(({ status, content }) => {
      const example = content?.['application/json']?.example;
      return example === undefined ? [] : [jsonBox(`Response ${status}`, example)];
    }),
  ];
}

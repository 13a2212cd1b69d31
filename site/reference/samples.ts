import { OPERATIONS, type Operation } from '../../shared/contract/operations/index.ts';
import type { ExampleObject, OperationObject, StatusResponse } from '../../shared/openapi/types.ts';
import { callVariants, exampleCall } from '../docs/calls.ts';
import { codeBox } from '../docs/codeBox.ts';
import { tabs, type Variant } from '../docs/tabs.ts';
import type { Html } from '../html.ts';

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

/** A value as a JSON code box. */
export const jsonBox = (caption: string, value: unknown): Html => codeBox(caption, jsonText(value), 'json');

export const jsonMarkdown = (value: unknown): string => `\`\`\`json\n${jsonText(value)}\n\`\`\``;

/** A call of an operation in several languages. */
function variantsOf({ operationId, 'x-codeSamples': [curl] }: OperationObject): Variant[] {
  const call = exampleCall(OPERATIONS.find(({ id }) => id === operationId) as Operation);
  return callVariants(call, curl?.source ?? '');
}

/** Calls, further bodies, and responses. */
export function samples(operation: OperationObject, answers: StatusResponse[]): Html[] {
  const { operationId, 'x-codeSamples': commands } = operation;
  return [
    tabs(variantsOf(operation), `call-${operationId}`),
    ...commands.slice(1).map(({ label, source }) => codeBox(label, source, 'sh')),
    ...bodiesOf(operation, answers).map(({ caption, value }) => jsonBox(caption, value)),
  ];
}

/** The same as Markdown. */
export function samplesMarkdown(operation: OperationObject, answers: StatusResponse[]): string {
  const calls = variantsOf(operation).flatMap(({ label, codes }) =>
    codes.map(({ code, language }) => `${label}:\n\n\`\`\`${language}\n${code}\n\`\`\``),
  );
  const others = operation['x-codeSamples']
    .slice(1)
    .map(({ label, source }) => `${label}:\n\n\`\`\`sh\n${source}\n\`\`\``);
  const bodies = bodiesOf(operation, answers).map(({ caption, value }) => `${caption}:\n\n${jsonMarkdown(value)}`);
  return [...calls, ...others, ...bodies].join('\n\n');
}

function bodiesOf({ requestBody }: OperationObject, answers: StatusResponse[]): { caption: string; value: unknown }[] {
  const [, ...others] = Object.values(requestBody?.content['application/json']?.examples ?? {}) as ExampleObject[];
  return [
    ...others.map(({ summary, value }) => ({ caption: `Another body: ${summary}`, value })),
    ...answers.flatMap(({ status, content }) => {
      const value = content?.['application/json']?.example;
      return value === undefined ? [] : [{ caption: `Response ${status}`, value }];
    }),
  ];
}

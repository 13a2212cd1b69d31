import { expect, test } from '@jest/globals';
import { Template } from '../../../../infra/localService/template.ts';
import { LocalFunction, type Runtime } from '../../../../local/functions/functions.ts';
import { Usage } from '../../../../local/functions/usage.ts';
import {
  ASYNCHRONOUS_EVENT_BYTES_MAX,
  ENVIRONMENT_BYTES_MAX,
  FUNCTION_EVENT_BYTES_MAX,
} from '../../../../shared/runtime/awsLimits.ts';

/** A function that fails as soon as an instance would start. */
function newFunction(Variables: Record<string, string> = {}): LocalFunction {
  const properties = {
    Timeout: 1,
    MemorySize: 128,
    Role: 'role/F',
    Code: { S3Key: 'a.zip' },
    Environment: { Variables },
  };
  const resource = { logicalId: 'F', type: 'AWS::Lambda::Function', path: 'Forms/f/Function/Resource', properties };
  return new LocalFunction(resource, new Template('', {}), { usage: new Usage() } as Runtime);
}

const eventOf = (bytes: number): string => 'x'.repeat(bytes - 2);

test.each([
  ['an event', FUNCTION_EVENT_BYTES_MAX],
  ['an asynchronous event', ASYNCHRONOUS_EVENT_BYTES_MAX],
])('%s beyond AWS Lambda’s limit is refused before the function starts', async (_what, bytesMax) => {
  expect(await newFunction().invoke(eventOf(bytesMax + 1), bytesMax)).toMatchObject({
    error: { errorType: 'RequestTooLargeException' },
  });
  await expect(newFunction().invoke(eventOf(bytesMax), bytesMax)).rejects.toThrow(TypeError);
});

test('a function whose environment exceeds AWS Lambda’s limit is refused', () => {
  const variables = (bytes: number) => ({ NAME: 'x'.repeat(bytes - 'NAME'.length) });
  newFunction(variables(ENVIRONMENT_BYTES_MAX));
  expect(() => newFunction(variables(ENVIRONMENT_BYTES_MAX + 1))).toThrow('more than 4096 bytes');
});

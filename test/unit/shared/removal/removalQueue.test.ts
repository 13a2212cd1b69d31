import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from '@jest/globals';
import { RemovalQueue } from '../../../../shared/removal/removalQueue.ts';
import { newId } from '../../../../shared/runtime/newId.ts';
import { ServiceFailure, type ServiceOutput } from '../../../support/simulator/calls.ts';
import { sdkConfig } from '../../../support/simulator/sdkClients.ts';

const sending = (answer: () => ServiceOutput) => {
  const client = new SQSClient({ ...sdkConfig('sqs', async () => answer()), maxAttempts: 1 });
  return new RemovalQueue('https://sqs.eu-west-1.amazonaws.com/1/removal', client).send(newId('endpoint'));
};

describe('RemovalQueue', () => {
  test.each([
    [400, 'RequestThrottled'],
    [400, 'ThrottlingException'],
    [503, 'ServiceUnavailable'],
  ])('treats %i %s as temporarily unavailable storage', async (status, name) => {
    const sent = sending(() => {
      throw new ServiceFailure(status, name);
    });
    await expect(sent).rejects.toMatchObject({ name: 'StorageUnavailable', cause: { name } });
  });

  test('throws permanent errors unchanged', async () => {
    const sent = sending(() => {
      throw new ServiceFailure(400, 'AccessDeniedException');
    });
    await expect(sent).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

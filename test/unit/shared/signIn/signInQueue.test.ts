import { createHash } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from '@jest/globals';
import { newId } from '../../../../shared/runtime/newId.ts';
import { SignInMessage, SignInQueue } from '../../../../shared/signIn/signInQueue.ts';
import { type ServiceCall, ServiceFailure } from '../../../support/simulator/calls.ts';
import { sdkConfig } from '../../../support/simulator/sdkClients.ts';

function given(respond: (call: ServiceCall) => void = () => undefined) {
  const sent: { delayS: unknown; message: SignInMessage }[] = [];
  const perform = async (call: ServiceCall) => {
    respond(call);
    const { DelaySeconds: delayS, MessageBody } = call.input;
    sent.push({ delayS, message: SignInMessage.parse(JSON.parse(String(MessageBody))) });
    return { MessageId: '1', MD5OfMessageBody: createHash('md5').update(String(MessageBody)).digest('hex') };
  };
  const client = new SQSClient({ ...sdkConfig('sqs', perform), maxAttempts: 1 });
  return { sent, queue: new SignInQueue('https://sqs.eu-west-1.amazonaws.com/1/signIn', client) };
}

const code = { handle: 'a'.repeat(43), country: 'ES', browser: 'Firefox on Linux' };

describe('SignInQueue', () => {
  test('queues the end of a code, then the code', async () => {
    const { sent, queue } = given();
    await queue.sendCode(code);
    expect(sent).toEqual([
      { delayS: 660, message: { closed: { handle: code.handle } } },
      { delayS: undefined, message: { code } },
    ]);
  });

  test('queues an invitation', async () => {
    const { sent, queue } = given();
    const invitation = { workspaceId: newId('workspace'), memberId: newId('member') };
    await queue.sendInvitation(invitation);
    expect(sent).toEqual([{ delayS: undefined, message: { invitation } }]);
  });

  test('treats throttling as temporarily unavailable storage, and queues no code without its end', async () => {
    const { sent, queue } = given(() => {
      throw new ServiceFailure(400, 'RequestThrottled');
    });
    await expect(queue.sendCode(code)).rejects.toMatchObject({ name: 'StorageUnavailable' });
    expect(sent).toEqual([]);
  });
});

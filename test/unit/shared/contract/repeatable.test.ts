import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../../../shared/contract/operations/index.ts';
import { isRepeatable } from '../../../../shared/contract/operations/repeatable.ts';

describe('an operation', () => {
  test('is repeatable unless it creates or sends something each time', () => {
    const once = OPERATIONS.filter(({ repeatable }) => !isRepeatable(repeatable, {})).map(({ id }) => id);
    expect(once.sort()).toEqual([
      ...'createEndpoint createKey createMember createSubmission createUpload createWebhook createWorkspace'.split(' '),
      ...'replayWebhookDeliveries requestSignInCode signIn testConfirmation testWebhook'.split(' '),
    ]);
  });

  test('is not repeatable with a field that has a new effect each time', () => {
    const update = OPERATIONS.find(({ id }) => id === 'updateWebhook')?.repeatable ?? true;
    expect(isRepeatable(update, { isEnabled: true })).toBe(true);
    expect(isRepeatable(update, undefined)).toBe(true);
    expect(isRepeatable(update, { rotateSecret: true })).toBe(false);
  });
});

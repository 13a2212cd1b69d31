import { ApiError } from '../../shared/contract/errors.ts';
import { unsubscribe } from '../../shared/contract/operations/confirmations.ts';
import { unsubscribedBy } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { ConfirmationSecret } from '../../shared/storage/confirmations/confirmationSecret.ts';
import { storeUnsubscribed } from '../../shared/storage/confirmations/unsubscribed.ts';

export const createHandler = serve(
  unsubscribe,
  async ({ query: { token } }, { secret, table }: Dependencies & { secret: Pick<ConfirmationSecret, 'find'> }) => {
    const key = await secret.find();
    const mailbox = key === undefined ? undefined : unsubscribedBy(key, token);
    if (mailbox === undefined) throw new ApiError('NOT_FOUND', 'There is no such token.');
    await storeUnsubscribed(table, mailbox);
    return {};
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: [],
  make: (_settings, table) => ({ secret: new ConfirmationSecret(table) }),
});

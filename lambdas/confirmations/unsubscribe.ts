import { ApiError } from '../../shared/contract/errors.ts';
import { unsubscribe } from '../../shared/contract/operations/confirmations.ts';
import { unsubscribedBy } from '../../shared/deliveries/channels/confirmation/tokens.ts';
import {
  type ConfirmationDependencies,
  confirmationFromEnvironment,
} from '../../shared/http/confirmationDependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { Unsubscribed } from '../../shared/storage/unsubscribed.ts';

export const createHandler = serve(
  unsubscribe,
  async ({ query: { token } }, { secret, table }: ConfirmationDependencies) => {
    const key = await secret.find();
    const mailbox = key === undefined ? undefined : unsubscribedBy(key, token);
    if (mailbox === undefined) throw new ApiError('NOT_FOUND', 'There is no such token.');
    await new Unsubscribed(table).add(mailbox);
    return {};
  },
);

export const handler = confirmationFromEnvironment(createHandler);

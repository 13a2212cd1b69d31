import { retrieveConfirmationStatus } from '../../shared/contract/operations/confirmations.ts';
import { AccountReading } from '../../shared/deliveries/channels/mail/sending/accountReading.ts';
import { createMailClient, readAccount } from '../../shared/deliveries/channels/mail/sending/mailer.ts';
import { type Dependencies, operationFromEnvironment } from '../../shared/http/dependencies.ts';
import { serve } from '../../shared/http/serve.ts';
import { log } from '../../shared/runtime/log.ts';
import {
  confirmationBrake,
  shownBrake,
  stoppedNetworks,
} from '../../shared/storage/confirmations/confirmationHealth.ts';
import { ownedEndpoint } from '../../shared/storage/endpoints/endpoints.ts';

interface StatusDependencies extends Dependencies {
  isSandboxed: Pick<AccountReading<boolean | undefined>, 'latest'>;
}

export const createHandler = serve(
  retrieveConfirmationStatus,
  async ({ params, authenticate }, { isSandboxed }: StatusDependencies) => {
    const now = Date.now();
    const { brake, networksStopped } = await authenticate({
      endpoint: ownedEndpoint(params.endpointId),
      brake: confirmationBrake(params.endpointId, now),
      networksStopped: stoppedNetworks(now),
    });
    return {
      isSandboxed: await isSandboxed.latest((error) =>
        log('warn', 'the state of the account in SES could not be read', {}, error),
      ),
      ...shownBrake(brake),
      networksStopped,
    };
  },
);

export const handler = operationFromEnvironment(createHandler, {
  settings: [],
  make: () => {
    const client = createMailClient();
    return {
      isSandboxed: new AccountReading<boolean | undefined>(
        undefined,
        async () => (await readAccount(client)).isSandboxed,
      ),
    };
  },
});

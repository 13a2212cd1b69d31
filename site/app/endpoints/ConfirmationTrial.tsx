import { useSignal } from '@preact/signals';
import type { ConfirmationTest } from '../../../shared/contract/schemas/confirmations/confirmation.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { TEXTS } from '../texts/texts.ts';
import { Choice } from '../ui/Choice.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ExactTime } from '../ui/Time.tsx';
import { useRequest } from '../ui/useRequest.ts';
import { confirmationOf, type EndpointDraft } from './endpointFields.ts';

const { confirmationForm: texts } = TEXTS;

/** Warnings while no confirmation can be delivered. */
export function ConfirmationStatus({ endpointId }: { endpointId: string }) {
  const { response } = useResponse(
    (signal) => call('retrieveConfirmationStatus', { params: { endpointId }, signal }),
    [endpointId],
  );
  const { isSandboxed, stoppedBy, stoppedUntil } = response.value ?? {};
  return (
    <>
      {isSandboxed && <Notice>{texts.sandboxed}</Notice>}
      <Stopped {...{ stoppedBy, stoppedUntil }} />
    </>
  );
}

function Stopped({ stoppedBy, stoppedUntil }: Pick<ConfirmationTest, 'stoppedBy' | 'stoppedUntil'>) {
  if (stoppedBy === undefined || stoppedUntil === undefined) return null;
  return (
    <Notice>
      {texts.stopped(stoppedBy)} <ExactTime at={dateOf(stoppedUntil)} />.
    </Notice>
  );
}

/** Sends the displayed confirmation to one of the endpoint's own addresses, and shows the result. */
export function ConfirmationTrial({ of: { id, targetEmails }, draft }: { of: Endpoint; draft: EndpointDraft }) {
  const chosen = useSignal<string | undefined>(undefined);
  const result = useSignal<ConfirmationTest | undefined>(undefined);
  const { isBusy, send } = useRequest();
  const recipient = targetEmails.find((address) => address === chosen.value) ?? targetEmails[0];
  if (recipient === undefined) return <p class="small soft">{texts.noAddress}</p>;
  const body = { recipient, confirmation: confirmationOf(draft) };
  const test = async () => {
    result.value = undefined;
    result.value = await call('testConfirmation', { params: { endpointId: id }, body });
  };
  return (
    <>
      {targetEmails.length > 1 && (
        <Choice
          legend={texts.testTo}
          name="test-recipient"
          value={recipient}
          options={Object.fromEntries(targetEmails.map((address) => [address, address]))}
          onChange={(address) => (chosen.value = address)}
        />
      )}
      <p>
        <WriteButton group="confirmations" class="quiet" disabled={isBusy} onClick={() => send(test)}>
          <Icon name="send" /> {isBusy ? texts.testing : texts.test}
        </WriteButton>
      </p>
      <div role="status">{result.value && <Result {...result.value} />}</div>
    </>
  );
}

function Result({ isSent, recipient, reason = '', ...brake }: ConfirmationTest) {
  const known: Record<string, string> = TEXTS.deliveries.confirmationReason;
  return (
    <div class={isSent ? 'outcome' : 'outcome is-problem'}>
      <p>
        <strong>{isSent ? texts.tested : texts.untested}</strong> <bdi>{recipient}</bdi>. {known[reason] ?? reason}
      </p>
      <Stopped {...brake} />
    </div>
  );
}

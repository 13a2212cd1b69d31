import { useSignal } from '@preact/signals';
import type { ConfirmationDelivery, DeliveryList, MailDelivery } from '../../../shared/contract/schemas/deliveries.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const { deliveries: texts } = TEXTS;

/** The mails of a submission, and why no webhook gets it. Loads when opened. */
export function Deliveries(submission: { endpointId: string; id: string }) {
  const isOpen = useSignal(false);
  return (
    <details class="deliveries" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{texts.title}</summary>
      {isOpen.value && <Loaded {...submission} />}
    </details>
  );
}

function Loaded({ endpointId, id }: { endpointId: string; id: string }) {
  const { response, failure, retry } = useResponse(
    (signal) => call('retrieveDeliveries', { params: { endpointId, id }, signal }),
    [endpointId, id],
  );
  const { deliveries, confirmation, webhooksSkippedReason } = response.value ?? {};
  return (
    <>
      <Problem failure={failure} onRetry={retry} />
      {!deliveries && !failure && <SkeletonRows count={2} />}
      {response.value?.deliveries.length === 0 && <NoMail {...response.value} />}
      {deliveries && deliveries.length > 0 && <Table deliveries={deliveries} />}
      {confirmation && <Confirmation {...confirmation} />}
      {webhooksSkippedReason && <Notice>{texts.webhooksSkipped[webhooksSkippedReason]}</Notice>}
    </>
  );
}

const NoMail = ({ noMailReason, digestDueAt }: Pick<DeliveryList, 'noMailReason' | 'digestDueAt'>) => (
  <p class="soft">
    {noMailReason ? texts.noMailReason[noMailReason] : texts.none} {digestDueAt && <Time at={dateOf(digestDueAt)} />}
  </p>
);

/** The result of the mail to a sender. */
export function Confirmation({ state, sentAt, failedAt, reason }: ConfirmationDelivery) {
  const at = failedAt ?? sentAt;
  const known: Record<string, string> = texts.confirmationReason;
  return (
    <p>
      {texts.confirmation} <span class={`tag is-${state}`}>{texts.confirmationStateOf[state]}</span>{' '}
      {at && <Time at={dateOf(at)} />}
      {reason && <span class="small soft"> {known[reason] ?? reason}</span>}
    </p>
  );
}

const Table = ({ deliveries }: { deliveries: readonly MailDelivery[] }) => (
  <table>
    <Columns names={[texts.recipient, texts.state, texts.when]} />
    <tbody>
      {deliveries.map(({ recipient, state, inDigest, sentAt, failedAt, reason }) => {
        const at = failedAt ?? sentAt;
        return (
          <tr key={recipient}>
            <th scope="row">
              <bdi>{recipient}</bdi>
            </th>
            <td>
              <span class={`tag is-${state}`}>{texts.stateOf[state]}</span> {inDigest && texts.inDigest}
              {reason && <p class="small soft">{reason}</p>}
            </td>
            <td>{at && <Time at={dateOf(at)} />}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

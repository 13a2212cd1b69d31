import { useSignal } from '@preact/signals';
import type { ConfirmationDelivery, DeliveryList, MailDelivery } from '../../../shared/contract/schemas/deliveries.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const { deliveries: texts } = TEXTS;

/** The mails of a submission, and why no webhook gets it. Loads when opened. */
export function Deliveries({ endpointId, id }: { endpointId: string; id: string }) {
  const list = useSignal<DeliveryList | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const read = async () => {
    failure.value = undefined;
    try {
      list.value = await call('retrieveDeliveries', { params: { endpointId, id } });
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  const { deliveries, confirmation, webhooksSkippedReason } = list.value ?? {};
  return (
    <details class="deliveries" onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary>{texts.title}</summary>
      <Problem failure={failure.value} onRetry={() => void read()} />
      {!deliveries && !failure.value && <SkeletonRows count={2} />}
      {deliveries?.length === 0 && <p class="soft">{texts.none}</p>}
      {deliveries && deliveries.length > 0 && <Table deliveries={deliveries} />}
      {confirmation && <Confirmation {...confirmation} />}
      {webhooksSkippedReason && (
        <p class="notice">
          <Icon name="warning" /> <span>{texts.webhooksSkipped[webhooksSkippedReason]}</span>
        </p>
      )}
    </details>
  );
}

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
    <thead>
      <tr>
        <th scope="col">{texts.recipient}</th>
        <th scope="col">{texts.state}</th>
        <th scope="col">{texts.when}</th>
      </tr>
    </thead>
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

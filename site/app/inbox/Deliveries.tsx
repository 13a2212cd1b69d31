import { useSignal } from '@preact/signals';
import type { Delivery } from '../../../shared/contract/schemas/deliveries.ts';
import { call } from '../api/client.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

const { deliveries: texts } = TEXTS;

/** What became of each mail about a submission; asked for when people open it. */
export function Deliveries({ endpointId, id }: { endpointId: string; id: string }) {
  const deliveries = useSignal<readonly Delivery[] | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const read = async () => {
    failure.value = undefined;
    try {
      deliveries.value = (await call('retrieveDeliveries', { params: { endpointId, id } })).deliveries;
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  return (
    <details class="deliveries" onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary>{texts.title}</summary>
      <Problem failure={failure.value} onRetry={() => void read()} />
      {!deliveries.value && !failure.value && <SkeletonRows count={2} />}
      {deliveries.value?.length === 0 && <p class="soft">{texts.none}</p>}
      {deliveries.value && deliveries.value.length > 0 && <Table deliveries={deliveries.value} />}
    </details>
  );
}

const Table = ({ deliveries }: { deliveries: readonly Delivery[] }) => (
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
            <td>{at && <Time at={new Date(at)} />}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

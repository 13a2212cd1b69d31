import { useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { PendingSubmission } from '../../../shared/contract/schemas/pending.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { asFailure } from '../api/requestFailed.ts';
import { useResponse } from '../api/useResponse.ts';
import { EndpointHeader } from '../endpoints/EndpointHeader.tsx';
import { Confirmation } from '../inbox/Deliveries.tsx';
import { Fields } from '../inbox/Fields.tsx';
import { mayWrite } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { say } from '../ui/toasts.ts';

const { pending: texts } = TEXTS;

/** Per request: the API answers at most this many with their data. */
const PER_PAGE = 20;

interface Listed {
  submissions: readonly PendingSubmission[];
  cursor?: string | undefined;
}

/** The submissions that their senders have not confirmed. */
export function PendingPage({ endpoint }: { endpoint: Endpoint }) {
  const listed = useSignal<Listed | undefined>(undefined);
  const read = async (signal?: AbortSignal, before?: Listed) => {
    const query = { limit: PER_PAGE, ...(before?.cursor && { cursor: before.cursor }) };
    const params = { endpointId: endpoint.id };
    const { submissions, _metadata } = await call('listPendingSubmissions', { params, query, signal });
    listed.value = { submissions: [...(before?.submissions ?? []), ...submissions], cursor: _metadata.cursor };
  };
  const { failure, retry } = useResponse((signal) => read(signal), [endpoint.id]);
  const { submissions, cursor } = listed.value ?? {};
  const drop = (id: string) => {
    if (!listed.value) return;
    listed.value = { ...listed.value, submissions: listed.value.submissions.filter((each) => each.id !== id) };
  };
  const showMore = () => read(undefined, listed.value).catch((error) => complain(error));
  return (
    <>
      <EndpointHeader endpoint={endpoint} view="pending" />
      <div class="page wide">
        <h2>{texts.title}</h2>
        <p class="soft">
          {texts.text} <a href="/guide/confirmations">{texts.guide}</a>
        </p>
        {submissions?.some(isUnasked) && (
          <p class="notice">
            <Icon name="warning" /> <span>{texts.unasked}</span>
          </p>
        )}
        <Problem failure={failure} onRetry={retry} />
        {!submissions && !failure && <SkeletonRows count={3} />}
        {submissions?.length === 0 && <p class="nothing-title">{texts.none}</p>}
        {submissions?.map((submission) => (
          <Card key={submission.id} of={submission} onGone={() => drop(submission.id)} />
        ))}
        {cursor && (
          <p>
            <button type="button" class="quiet" onClick={showMore}>
              {texts.more}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** Whether the sender got no mail, so that only the owner can confirm it. */
const isUnasked = ({ confirmation }: PendingSubmission): boolean =>
  confirmation?.state === 'skipped' || confirmation?.state === 'failed';

const complain = (error: unknown) => say(asFailure(error).message, { isProblem: true });

function Card({
  of: { id, endpointId, data, expiresAt, confirmation },
  onGone,
}: {
  of: PendingSubmission;
  onGone: () => void;
}) {
  const isBusy = useSignal(false);
  const act = async (operation: 'confirmSubmission' | 'deleteSubmission', said: string) => {
    isBusy.value = true;
    try {
      await call(operation, { params: { endpointId, id } });
      say(said);
      onGone();
    } catch (error) {
      complain(error);
    }
    isBusy.value = false;
  };
  const isOff = isBusy.value || !mayWrite.value;
  const why = mayWrite.value ? undefined : TEXTS.needsWrite;
  return (
    <article class="pending stack" aria-label={id}>
      <Fields data={data} />
      {confirmation && <Confirmation {...confirmation} />}
      <p class="small soft">
        {texts.expires} <Time at={dateOf(expiresAt)} />
      </p>
      <p class="buttons">
        <button type="button" disabled={isOff} title={why} onClick={() => act('confirmSubmission', texts.confirmed)}>
          {texts.confirm}
        </button>{' '}
        <button
          type="button"
          class="quiet is-danger"
          disabled={isOff}
          title={why}
          onClick={() => act('deleteSubmission', texts.deleted)}
        >
          {texts.delete}
        </button>
      </p>
    </article>
  );
}

import { daysKept } from '../../../shared/contract/keeping.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { PendingSubmission } from '../../../shared/contract/schemas/submissions/pending.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { asFailure } from '../api/requestFailed.ts';
import { Confirmation } from '../inbox/Deliveries.tsx';
import { Fields } from '../inbox/Fields.tsx';
import { allows } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { countPending } from '../submissions/pendingCount.ts';
import { TEXTS } from '../texts/texts.ts';
import { CursorList, useCursorList } from '../ui/CursorList.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Time } from '../ui/Time.tsx';
import { say } from '../ui/toasts.ts';
import { useRequest } from '../ui/useRequest.ts';
import { useReturn } from '../ui/useReturn.ts';

const { pending: texts } = TEXTS;

/** Per request: the API returns at most this many with their data. */
const PER_PAGE = 20;

/** The submissions that their senders have not confirmed. */
export function PendingPage({ endpoint }: { endpoint: Endpoint }) {
  const list = useCursorList<PendingSubmission>(
    async (from, signal) => {
      const asked = { params: { endpointId: endpoint.id }, query: { limit: PER_PAGE, ...from }, signal };
      const { submissions: items, _metadata } = await call('listPendingSubmissions', asked);
      return { items, _metadata };
    },
    [endpoint.id],
  );
  const { response, retry } = list;
  useReturn(retry);
  const submissions = response.value?.items;
  const drop = (id: string) => {
    void countPending(endpoint.id).catch(() => undefined);
    // Reads the latest list: others may have disappeared since this render.
    const now = response.peek();
    if (now) response.value = { ...now, items: now.items.filter((each) => each.id !== id) };
  };
  return (
    <div class="page wide">
      <h2>{texts.title}</h2>
      <p class="soft">
        {texts.text(daysKept(endpoint))} <a href="/guide/confirmations">{TEXTS.moreInGuide}</a>
      </p>
      {submissions?.some(isUnasked) && <Notice>{texts.unasked}</Notice>}
      <CursorList of={list} none={texts.none} skeletons={3}>
        {submissions?.map((submission) => (
          <Card key={submission.id} of={submission} rules={endpoint.fields} onGone={() => drop(submission.id)} />
        ))}
      </CursorList>
    </div>
  );
}

/** True if the sender got no mail, so that only the owner can confirm it. */
const isUnasked = ({ confirmation }: PendingSubmission): boolean =>
  confirmation?.state === 'skipped' || confirmation?.state === 'failed';

function Card({ of, rules, onGone }: { of: PendingSubmission; rules: Endpoint['fields']; onGone: () => void }) {
  const { id, endpointId, expiresAt, confirmation, knownSender } = of;
  const { isBusy, send } = useRequest();
  const params = { endpointId, id };
  const act = (said: string, request: () => Promise<unknown>) =>
    send(async () => {
      try {
        await request();
        say(said);
      } catch (error) {
        if (asFailure(error).code !== 'NOT_FOUND') throw error;
        say(texts.gone);
      }
      onGone();
    });
  const confirm = () => act(texts.confirmed, () => call('confirmSubmission', { params }));
  const remove = () => act(texts.deleted, () => call('deleteSubmission', { params, query: { state: 'pending' } }));
  return (
    <article class="pending box stack" aria-label={id}>
      <Fields of={of} rules={rules} />
      {confirmation && <Confirmation {...confirmation} />}
      <p class="small soft">
        {texts.expires} <Time at={dateOf(expiresAt)} />
        {knownSender && ` · ${TEXTS.detail.knownSender(knownSender.name)}`}
      </p>
      <p class="cluster">
        <WriteButton group="confirmations" class="quiet" disabled={isBusy} onClick={confirm}>
          {texts.confirm}
        </WriteButton>
        {allows('submissions') && (
          <WriteButton group="submissions" class="quiet is-danger" disabled={isBusy} onClick={remove}>
            {texts.delete}
          </WriteButton>
        )}
      </p>
    </article>
  );
}

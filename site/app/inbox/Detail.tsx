import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { UNKNOWN_LOCATION } from '../../../shared/contract/choices.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submission.ts';
import { replyAddress } from '../../../shared/messages/replyAddress.ts';
import { call } from '../api/client.ts';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { mayWrite } from '../session/session.ts';
import { findListed, type Listing } from '../submissions/listing.ts';
import { receivedAt } from '../submissions/receivedAt.ts';
import { summaryOf } from '../submissions/summary.ts';
import { setFlags } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from '../ui/Copy.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { ControlIcon } from '../ui/iconPaths.ts';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { absoluteTime, Time } from '../ui/Time.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Fields } from './Fields.tsx';
import { Files } from './Files.tsx';
import { mailtoOf } from './links.ts';
import type { Found } from './useFound.ts';
import type { Triage } from './useTriage.ts';

interface DetailProps {
  endpoint: Endpoint;
  listing: Listing;
  id: string | undefined;
  found: Found;
  triage: Triage;
  onClose: () => void;
}

/** The open submission. */
export function Detail({ id, ...props }: DetailProps) {
  if (id === undefined) return <p class="nothing-open soft">{TEXTS.detail.nothingOpen}</p>;
  return <Opened key={id} id={id} {...props} />;
}

function Opened({ endpoint, listing, id, found, triage, onClose }: DetailProps & { id: string }) {
  const { submission, failure, retry } = useSubmission(listing, id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone the list is hidden, and the focused row with it.
    if (heading.current && (document.activeElement === document.body || !document.activeElement?.checkVisibility())) {
      heading.current.focus();
    }
  }, [submission === undefined]);
  // A layout effect, because effects are dropped when the next submission opens before the browser paints.
  useLayoutEffect(() => {
    if (!submission || submission.isRead || !mayWrite.peek()) return;
    found.keep(id);
    void setFlags(listing, [submission], { isRead: true }, true);
  }, [submission === undefined]);

  if (failure?.status === 404) return <Gone onClose={onClose} />;
  if (failure) return <Problem failure={failure} onRetry={retry} />;
  if (!submission) return <SkeletonRows count={4} />;
  const { data, location, isSpam, spamReason, files } = submission;
  const { sender } = summaryOf(data);
  return (
    <article class="detail">
      <Actions endpoint={endpoint} submission={submission} triage={triage} onClose={onClose} />
      <header class="detail-head">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{sender || TEXTS.inbox.nothingSent}</bdi>
        </h2>
        <p class="soft small">
          {absoluteTime(receivedAt(id))} (<Time at={receivedAt(id)} />)
          {location !== UNKNOWN_LOCATION && ` · ${TEXTS.detail.from(location)}`}
          {isSpam && <span class="tag is-spam">{TEXTS.inbox.spam}</span>}
        </p>
        {!isSpam && endpoint.spamFilter === 'learn' && mayWrite.value && (
          <button type="button" class="link small" onClick={() => triage.teachWanted([submission])}>
            {TEXTS.detail.wanted}
          </button>
        )}
        {isSpam && spamReason !== undefined && (
          <p class="notice">
            <Icon name="warning" /> <span>{TEXTS.detail.held(spamReason)}</span>
          </p>
        )}
      </header>
      <Fields data={data} />
      {files && <Files endpointId={endpoint.id} id={id} files={files} />}
      <Deliveries endpointId={endpoint.id} id={id} />
      <footer class="detail-foot small soft">
        <code>{id}</code> <Copy text={id} what={TEXTS.detail.id} />
      </footer>
    </article>
  );
}

/** From a list, or for a link to an older submission from the server. */
function useSubmission(listing: Listing, id: string) {
  const fetched = useSignal<SubmissionWithData | undefined>(undefined);
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const listed = findListed(listing.endpointId, id);
  const retry = async () => {
    failure.value = undefined;
    try {
      fetched.value = await call('retrieveSubmission', { params: { endpointId: listing.endpointId, id } });
    } catch (error) {
      failure.value = asFailure(error);
    }
  };
  useEffect(() => {
    if (!listed) void retry();
  }, []);
  // An open submission stays although a search does not match it.
  useEffect(() => {
    if (listed) fetched.value = listed;
  }, [listed]);
  return {
    submission: listed ?? fetched.value,
    failure: listed ? undefined : failure.value,
    retry: () => void retry(),
  };
}

interface ActionsProps {
  endpoint: Endpoint;
  submission: SubmissionWithData;
  triage: Triage;
  onClose: () => void;
}

function Actions({ endpoint, submission, triage, onClose }: ActionsProps) {
  const { data, isRead, isSpam } = submission;
  const address = replyAddress(data);
  const { commands, inbox, detail } = TEXTS;
  return (
    <div class="actions" role="toolbar" aria-label={detail.actions}>
      <button type="button" class="icon-button only-narrow" aria-label={detail.back} onClick={onClose}>
        <Icon name="back" />
      </button>
      {address && (
        <a class="button" href={mailtoOf(address, endpoint.name)}>
          <Icon name="reply" /> {detail.reply}
        </a>
      )}
      <Action
        icon={isRead ? 'unread' : 'read'}
        label={isRead ? commands.unread : commands.read}
        run={() => triage.setFlags({ isRead: !isRead }, [submission])}
      />
      <Action
        icon={isSpam ? 'notSpam' : 'spam'}
        label={isSpam ? inbox.notSpam : inbox.toSpam}
        run={() => triage.toggleSpam([submission])}
      />
      <Action icon="trash" label={commands.delete} run={() => triage.deleteThem([submission])} />
      <Copy text={() => JSON.stringify(data, null, 2)} what={detail.json} />
      <button
        type="button"
        class="icon-button only-wide"
        aria-label={detail.close}
        title={detail.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

function Action({ icon, label, run }: { icon: ControlIcon; label: string; run: () => void }) {
  const isAllowed = mayWrite.value;
  return (
    <button
      type="button"
      class="quiet"
      disabled={!isAllowed}
      title={isAllowed ? label : TEXTS.needsWrite}
      onClick={run}
    >
      <Icon name={icon} /> <span>{label}</span>
    </button>
  );
}

const Gone = ({ onClose }: { onClose: () => void }) => (
  <div class="nothing">
    <p class="nothing-title">{TEXTS.detail.gone}</p>
    <p class="soft">{TEXTS.detail.goneText}</p>
    <button type="button" class="quiet" onClick={onClose}>
      {TEXTS.detail.back}
    </button>
  </div>
);

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { UNKNOWN_LOCATION } from '../../../shared/contract/choices.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { guessedCharset } from '../../../shared/messages/charset.ts';
import { senderOf } from '../../../shared/messages/sender.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { mayChange } from '../session/session.ts';
import { WriteButton } from '../session/WriteButton.tsx';
import { isHidden, type Listing } from '../submissions/listing.ts';
import { findListed, keepOpened } from '../submissions/listings.ts';
import { receivedAt } from '../submissions/receivedAt.ts';
import { summaryOf } from '../submissions/summary.ts';
import { setFlags } from '../submissions/triage.ts';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from '../ui/Copy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { ControlIcon } from '../ui/iconPaths.ts';
import { Notice } from '../ui/Notice.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { absoluteTime, ExactTime, Time } from '../ui/Time.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Fields } from './Fields.tsx';
import { Files } from './Files.tsx';
import type { InboxView } from './inboxView.ts';
import { mailtoOf } from './links.ts';

interface DetailProps extends InboxView {
  onClose: () => void;
}

/** The open submission. */
export function Detail(props: DetailProps) {
  const id = props.openId;
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
    if (!submission || submission.isRead || !mayChange('submissions')) return;
    found.keep(id);
    void setFlags(listing, [submission], { isRead: true }, true);
  }, [submission === undefined]);

  if (failure?.status === 404 || isHidden(id)) return <Gone onClose={onClose} />;
  if (failure) return <Problem failure={failure} onRetry={retry} />;
  if (!submission) return <SkeletonRows count={4} />;
  const { location, isSpam, spamReason, files, charset, confirmedAt, knownSender } = submission;
  const { sender } = summaryOf(submission, endpoint);
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
          {knownSender && ` · ${TEXTS.detail.knownSender(knownSender.name)}`}
          {confirmedAt && (
            <>
              {` · ${TEXTS.detail.confirmed} `}
              <ExactTime at={dateOf(confirmedAt)} />
            </>
          )}
          {isSpam && <span class="tag is-spam">{TEXTS.inbox.spam}</span>}
        </p>
        {!isSpam && endpoint.spamFilter === 'learn' && mayChange('submissions') && (
          <button type="button" class="link small" onClick={() => triage.teachWanted([submission])}>
            {TEXTS.detail.wanted}
          </button>
        )}
        {charset && <Notice>{guessedCharset(charset)}</Notice>}
        {isSpam && spamReason !== undefined && <Notice>{TEXTS.detail.held(spamReason)}</Notice>}
      </header>
      <Fields of={submission} rules={endpoint.fields} />
      {files && <Files endpoint={endpoint} id={id} files={files} />}
      <Deliveries endpointId={endpoint.id} id={id} />
      <footer class="detail-foot small soft">
        <code>{id}</code> <Copy text={id} what={TEXTS.detail.id} />
      </footer>
    </article>
  );
}

/** Takes the submission from the list; fetches it if a link opened one that is not listed. */
function useSubmission(listing: Listing, id: string) {
  const { endpointId } = listing;
  const submission = findListed(listing, id);
  const { failure, retry } = useResponse(async (signal) => {
    if (!submission) keepOpened(await call('retrieveSubmission', { params: { endpointId, id }, signal }));
  }, []);
  // An open submission stays although a search does not match it.
  useEffect(() => {
    if (submission) keepOpened(submission);
  }, [submission]);
  return { submission, failure: submission ? undefined : failure, retry };
}

interface ActionsProps extends Pick<DetailProps, 'endpoint' | 'triage' | 'onClose'> {
  submission: SubmissionWithData;
}

function Actions({ endpoint, submission, triage, onClose }: ActionsProps) {
  const { data, isRead, isSpam } = submission;
  const { address } = senderOf(submission, endpoint);
  const { commands, inbox, detail } = TEXTS;
  return (
    <div class="actions" role="toolbar" aria-label={detail.actions}>
      <IconButton class="only-narrow" icon="back" label={detail.back} onClick={onClose} />
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
      <IconButton class="only-wide" icon="close" label={detail.close} onClick={onClose} />
    </div>
  );
}

const Action = ({ icon, label, run }: { icon: ControlIcon; label: string; run: () => void }) => (
  <WriteButton group="submissions" class="quiet" title={label} onClick={run}>
    <Icon name={icon} /> <span>{label}</span>
  </WriteButton>
);

const Gone = ({ onClose }: { onClose: () => void }) => (
  <div class="nothing">
    <p class="nothing-title">{TEXTS.detail.gone}</p>
    <p class="soft">{TEXTS.detail.goneText}</p>
    <button type="button" class="quiet" onClick={onClose}>
      {TEXTS.detail.back}
    </button>
  </div>
);

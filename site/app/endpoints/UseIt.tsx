import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { closedBecause } from '../../../shared/contract/closing.ts';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { call } from '../api/client.ts';
import { EVERYTHING } from '../submissions/filter.ts';
import { listingOf } from '../submissions/listings.ts';
import { pendingOf } from '../submissions/pendingCount.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { PATHS } from '../ui/paths.ts';
import { Snippets } from '../ui/Snippets.tsx';
import { now } from '../ui/Time.tsx';
import { say } from '../ui/toasts.ts';
import { useRequest } from '../ui/useRequest.ts';
import { lookSoon, watchListing } from './polling.ts';
import { sampleData } from './sampleData.ts';
import { SNIPPETS } from './snippets.ts';

const { use: texts } = TEXTS;

/** Code with the endpoint's URL, and whether a submission has arrived. */
export function UseIt({ endpoint }: { endpoint: Endpoint }) {
  useEffect(() => watchListing(listingOf(endpoint.id, EVERYTHING)), [endpoint.id]);
  return (
    <div class="use stack">
      <Arrivals endpoint={endpoint} />
      <Snippets label={texts.languages} names={texts.language} codeOf={(name) => SNIPPETS[name](endpoint)} />
      <p class="small soft">
        {texts.explanation} <a href="/guide/forms">{TEXTS.moreInGuide}</a>
      </p>
    </div>
  );
}

/** Polls for the first submission, and links to it. */
function Arrivals({ endpoint }: { endpoint: Endpoint }) {
  const { items, isLoaded } = listingOf(endpoint.id, EVERYTHING);
  const newest = items.value[0];
  const waiting = pendingOf(endpoint.id).amount;
  const { confirmation } = endpoint;
  const recipient = useSignal('');
  const { isBusy, send } = useRequest();
  async function sendTest() {
    const data: Record<string, unknown> = { ...(sampleData(endpoint) ?? texts.test) };
    // An example address would bounce, which counts.
    if (confirmation) data[confirmation.emailField] = recipient.value;
    await call('createSubmission', { params: { endpointId: endpoint.id }, body: data });
    say(confirmation?.verify ? texts.sentPending : texts.sent);
    lookSoon();
  }
  const needed = neededForTest(endpoint);
  const isOpen = closedBecause(endpoint, now.value) === undefined;
  return (
    <form
      class="arrivals box apart"
      onSubmit={(event) => {
        event.preventDefault();
        void send(sendTest);
      }}
    >
      <p role="status">
        {isOpen && <span class={newest ? 'pulse is-done' : 'pulse'} aria-hidden="true" />}
        {newest ? (
          <>
            {texts.arrived} <a href={PATHS.inbox(endpoint.id, { tab: 'all', id: newest.id })}>{texts.openIt}</a>
          </>
        ) : (
          isLoaded.value && isOpen && waiting === 0 && texts.waiting
        )}
        {waiting > 0 && (
          <>
            {newest && <br />}
            {texts.pending} <a href={PATHS.pending(endpoint.id)}>{texts.openPending}</a>
          </>
        )}
      </p>
      {confirmation && needed === undefined && (
        <label>
          {texts.recipient}{' '}
          <input
            type="email"
            required
            value={recipient.value}
            onInput={({ currentTarget }) => (recipient.value = currentTarget.value)}
          />
        </label>
      )}
      <button type="submit" class="quiet" disabled={isBusy || !isOpen || needed !== undefined}>
        <Icon name="send" /> {texts.sendTest}
      </button>
      {needed && <p class="small soft">{needed}</p>}
    </form>
  );
}

/** The reason why a test submission from the dashboard would be rejected, if any. */
function neededForTest({ captcha, allowedOrigins, fields = [] }: Endpoint): string | undefined {
  if (captcha) return texts.needsCaptcha;
  if (fields.some(({ type, required }) => type === 'file' && required)) return texts.needsFile;
  return allowedOrigins && !allowedOrigins.includes(location.origin) ? texts.needsOrigin : undefined;
}

import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { allowedViews, EndpointHeader, type EndpointView as View } from '../endpoints/EndpointHeader.tsx';
import { EndpointSettings, EndpointUse } from '../endpoints/EndpointPages.tsx';
import { endpoints, endpointWith } from '../endpoints/endpoints.ts';
import { PendingEndpoints } from '../endpoints/PendingEndpoints.tsx';
import { watchListing } from '../endpoints/polling.ts';
import { FieldsPage } from '../fields/FieldsPage.tsx';
import { Inbox } from '../inbox/Inbox.tsx';
import { Overview } from '../overview/Overview.tsx';
import { PendingPage } from '../pending/PendingPage.tsx';
import { allows, mayAddEndpoint, otherSessions, switchTo, workspaceOf } from '../session/session.ts';
import { filterIn } from '../submissions/filter.ts';
import { listingOf } from '../submissions/listings.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { usePageName } from '../ui/pageName.ts';
import { PATHS } from '../ui/paths.ts';
import { WebhooksPage } from '../webhooks/WebhooksPage.tsx';

/** Redirects to the first endpoint, or shows how to create one. */
export function Start() {
  const { route } = useLocation();
  const first = endpoints.value?.find(({ isArchived }) => !isArchived) ?? endpoints.value?.[0];
  useEffect(() => {
    if (!allows('endpoints') && allows('keys')) route(PATHS.keys, true);
    const [view = 'overview'] = allowedViews();
    if (first) route(PATHS[view](first.id), true);
  }, [first]);
  usePageName('');
  if (!endpoints.value || first) return <PendingEndpoints />;
  return (
    <div class="page welcome">
      <Icon name="inboxTray" />
      <h1>{TEXTS.welcome.title}</h1>
      <p class="soft">{mayAddEndpoint.value ? TEXTS.welcome.text : TEXTS.welcome.cannotAdd}</p>
      {mayAddEndpoint.value && (
        <a class="button" href={PATHS.newEndpoint}>
          <Icon name="plus" /> {TEXTS.endpoint.new}
        </a>
      )}
    </div>
  );
}

const VIEWS = {
  inbox: Inbox,
  pending: PendingPage,
  overview: Overview,
  use: EndpointUse,
  fields: FieldsPage,
  webhooks: WebhooksPage,
  settings: EndpointSettings,
};

/** A view of the endpoint in the URL. */
export function EndpointView({ view }: { view: View }) {
  const { endpointId = '' } = useRoute().params;
  const { query } = useLocation();
  const endpoint = endpointWith(endpointId);
  const isUnknown = endpoints.value !== undefined && !endpoint;
  useEffect(() => {
    // An inbox's submissions are requested together with the endpoints.
    if (isUnknown) watchListing(undefined);
    else if (!endpoint && view === 'inbox') watchListing(listingOf(endpointId, filterIn(query)));
  }, [isUnknown]);
  if (endpoint && !allowedViews().includes(view)) return <NotFound />;
  if (endpoint) return <Named key={endpoint.id} endpoint={endpoint} view={view} />;
  return isUnknown ? <NotFound /> : <PendingEndpoints />;
}

function Named({ endpoint, view }: { endpoint: Endpoint; view: View }) {
  usePageName(endpoint.name);
  const Component = VIEWS[view];
  return (
    <>
      <EndpointHeader endpoint={endpoint} view={view} />
      <Component endpoint={endpoint} />
    </>
  );
}

/** For an unknown path, which may be of another workspace. */
export function NotFound() {
  const { url } = useLocation();
  usePageName(TEXTS.notFound.title);
  return (
    <div class="page">
      <h1>{TEXTS.notFound.title}</h1>
      <p class="soft">{TEXTS.notFound.text}</p>
      <p>
        <a class="button" href={PATHS.start}>
          {TEXTS.notFound.back}
        </a>
      </p>
      {otherSessions.value.map((each) => (
        <p key={each.keyId}>
          <button type="button" class="link" onClick={() => switchTo(each, url)}>
            {TEXTS.notFound.lookIn(workspaceOf(each))}
          </button>
        </p>
      ))}
    </div>
  );
}

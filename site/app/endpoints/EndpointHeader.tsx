import type { Endpoint } from '../../../shared/contract/schemas/endpoint.ts';
import { mayWrite } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { EndpointIcon } from '../ui/Icon.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PATHS } from '../ui/paths.ts';
import { useRequest } from '../ui/useRequest.ts';
import { changeEndpoint } from './endpoints.ts';

export const VIEWS = ['inbox', 'pending', 'overview', 'use', 'fields', 'webhooks', 'settings'] as const;
export type EndpointView = (typeof VIEWS)[number];

/** Whether to show the link to pending submissions, which few endpoints have. */
const isOffered = (view: EndpointView, { confirmation }: Endpoint): boolean =>
  view !== 'pending' || confirmation?.verify === true;

/** The endpoint's name, and links to its views. */
export const EndpointHeader = ({ endpoint, view }: { endpoint: Endpoint; view: EndpointView }) => (
  <header class="endpoint-head">
    <EndpointIcon {...endpoint} />
    <h1 class="cut">
      <bdi>{endpoint.name}</bdi>
    </h1>
    <nav class="views" aria-label={TEXTS.endpoint.views}>
      {VIEWS.filter((each) => each === view || isOffered(each, endpoint)).map((each) => (
        <a key={each} href={PATHS[each](endpoint.id)} aria-current={each === view ? 'page' : undefined}>
          {TEXTS.endpoint.view[each]}
        </a>
      ))}
    </nav>
    {!endpoint.isEnabled && <SwitchedOff endpoint={endpoint} />}
  </header>
);

function SwitchedOff({ endpoint }: { endpoint: Endpoint }) {
  const { isBusy, send } = useRequest();
  const switchOn = () => send(() => changeEndpoint(endpoint.id, { isEnabled: true }));
  return (
    <Notice>
      {TEXTS.endpoint.isOff}{' '}
      {mayWrite.value && (
        <button type="button" class="link" disabled={isBusy} onClick={switchOn}>
          {TEXTS.endpoint.switchOn}
        </button>
      )}
    </Notice>
  );
}

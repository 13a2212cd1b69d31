import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { shownKeys } from '../commands/commands.ts';
import { endpoints, endpointsFailure, unreadableEndpoints } from '../endpoints/endpoints.ts';
import { allows, mayAddEndpoint, mayWrite, session, signOut } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Logo } from '../ui/Logo.tsx';
import { Unreadable } from '../ui/Notice.tsx';
import { PATHS } from '../ui/paths.ts';
import { EndpointList } from './EndpointList.tsx';
import { overlay } from './overlay.ts';

const { sideBar: texts } = TEXTS;

/** The endpoints and pages; on a phone it opens over the view. */
export function SideBar() {
  const { path } = useLocation();
  const bar = useRef<HTMLElement>(null);
  const close = () => bar.current?.matches(':popover-open') && bar.current.hidePopover();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is clicked are the links in it
    <aside
      id="side-bar"
      class="side-bar"
      aria-label={texts.menu}
      popover="auto"
      ref={bar}
      onClick={({ target }) => target instanceof Element && target.closest('a, button') && close()}
    >
      <a class="brand" href={PATHS.start}>
        <Logo size={24} /> {TEXTS.product}
      </a>
      <button type="button" class="finder" onClick={() => (overlay.value = 'palette')}>
        <Icon name="search" /> <span>{texts.find}</span> <kbd>{shownKeys('Mod+k')}</kbd>
      </button>
      <nav aria-label={texts.endpoints}>
        <h2 class="side-title">{texts.endpoints}</h2>
        <EndpointList path={path} />
        {!endpoints.value && endpointsFailure.value && <p class="side-note">{texts.notLoaded}</p>}
        <Unreadable ids={unreadableEndpoints.value} />
      </nav>
      <div class="side-foot">
        {mayAddEndpoint.value && (
          <a
            class="side-link is-quiet"
            href={PATHS.newEndpoint}
            aria-current={path === PATHS.newEndpoint ? 'page' : undefined}
          >
            <Icon name="plus" /> {TEXTS.endpoint.new}
          </a>
        )}
        {!mayWrite.value && (
          <p class="side-note">
            <Icon name="locked" /> {texts.readOnly}
          </p>
        )}
        {(session.value?.endpointIds ?? session.value?.allows) && (
          <p class="side-note">
            <Icon name="locked" /> {texts.limited}
          </p>
        )}
        {allows('keys') && (
          <a class="side-link" href={PATHS.keys} aria-current={path === PATHS.keys ? 'page' : undefined}>
            <Icon name="key" /> {TEXTS.keys.title}
          </a>
        )}
        {allows('audit') && (
          <a class="side-link" href={PATHS.audit()} aria-current={path === PATHS.audit() ? 'page' : undefined}>
            <Icon name="calendar" /> {TEXTS.audit.title}
          </a>
        )}
        <button type="button" class="side-link" onClick={() => (overlay.value = 'help')}>
          <Icon name="help" /> {texts.help}
        </button>
        <button
          type="button"
          class="side-link"
          title={texts.signedInWith(session.value?.keyName ?? '')}
          onClick={signOut}
        >
          <Icon name="signOut" /> {TEXTS.signIn.signOut}
        </button>
      </div>
    </aside>
  );
}

/** The phone's header, with the button that opens the side bar. */
export const TopBar = () => (
  <header class="top-bar only-narrow">
    <IconButton icon="menu" label={texts.menu} popovertarget="side-bar" />
    <a class="brand" href={PATHS.start}>
      <Logo size={24} /> {TEXTS.product}
    </a>
    <IconButton icon="search" label={texts.find} onClick={() => (overlay.value = 'palette')} />
  </header>
);

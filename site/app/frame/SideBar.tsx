import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { shownKeys } from '../commands/commands.ts';
import { endpoints, endpointsFailure, unreadableEndpoints } from '../endpoints/endpoints.ts';
import { allows, mayAddEndpoint, otherSessions, session, signOut, switchTo, workspaceOf } from '../session/session.ts';
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
      {otherSessions.value.length > 0 && <Switcher />}
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
        {session.value?.permission === 'read' && (
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
        {allows('members') && (
          <a class="side-link" href={PATHS.members} aria-current={path === PATHS.members ? 'page' : undefined}>
            <Icon name="members" /> {TEXTS.members.title}
          </a>
        )}
        {allows('audit') && (
          <a class="side-link" href={PATHS.audit()} aria-current={path === PATHS.audit() ? 'page' : undefined}>
            <Icon name="calendar" /> {TEXTS.audit.title}
          </a>
        )}
        {session.value?.memberId && (
          <a class="side-link" href={PATHS.workspaces} aria-current={path === PATHS.workspaces ? 'page' : undefined}>
            <Icon name="workspaces" /> {TEXTS.workspaces.title}
          </a>
        )}
        {session.value?.memberId && (
          <a class="side-link" href={PATHS.account} aria-current={path === PATHS.account ? 'page' : undefined}>
            <Icon name="account" /> {TEXTS.account.title}
          </a>
        )}
        <button type="button" class="side-link" onClick={() => (overlay.value = 'help')}>
          <Icon name="help" /> {texts.help}
        </button>
        <button
          type="button"
          class="side-link"
          title={(session.value?.memberId ? texts.signedInAs : texts.signedInWith)(session.value?.keyName ?? '')}
          onClick={signOut}
        >
          <Icon name="signOut" /> {TEXTS.signIn.signOut}
        </button>
      </div>
    </aside>
  );
}

/** The workspaces of this sign-in. */
const Switcher = () => (
  <details class="switcher">
    <summary class="side-link">
      <bdi class="cut">{session.value && workspaceOf(session.value)}</bdi>
      <Icon name="down" />
    </summary>
    {otherSessions.value.map((each) => (
      <button key={each.keyId} type="button" class="side-link" onClick={() => switchTo(each)}>
        <bdi class="cut">{workspaceOf(each)}</bdi>
      </button>
    ))}
  </details>
);

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

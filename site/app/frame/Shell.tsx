import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso';
import { AuditPage } from '../audit/AuditPage.tsx';
import { listenToKeys } from '../commands/keyboard.ts';
import { VIEWS } from '../endpoints/EndpointHeader.tsx';
import { NewEndpoint } from '../endpoints/EndpointPages.tsx';
import { readEndpoints } from '../endpoints/endpoints.ts';
import { startPolling } from '../endpoints/polling.ts';
import { KeysPage } from '../keys/KeysPage.tsx';
import { AccountPage } from '../members/AccountPage.tsx';
import { MembersPage } from '../members/MembersPage.tsx';
import { WorkspacesPage } from '../members/WorkspacesPage.tsx';
import { SignInAgain } from '../session/SignIn.tsx';
import { allows, mayChangeSlug, session } from '../session/session.ts';
import { unreadInAll } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { pageName } from '../ui/pageName.ts';
import { PATHS } from '../ui/paths.ts';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { Banner } from './Banner.tsx';
import { Overlays } from './Overlays.tsx';
import { EndpointView, NotFound, Start } from './pages.tsx';
import { SideBar, TopBar } from './SideBar.tsx';

let isStarted = false;

/** The frame around all views after signing in. */
export function Shell() {
  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    listenToKeys();
    if (allows('endpoints')) void readEndpoints();
    startPolling();
  }, []);
  useSignalEffect(() => {
    const unread = unreadInAll.value;
    document.title = [unread > 0 && `(${TEXTS.amount(unread)})`, pageName.value || TEXTS.product]
      .filter(Boolean)
      .join(' ');
  });
  return (
    <>
      <a class="skip" href="#content">
        {TEXTS.skip}
      </a>
      <div class="frame">
        <SideBar />
        <div class="stage">
          <TopBar />
          <Banner />
          <main id="content" tabIndex={-1}>
            <Router>
              <Route path={PATHS.start} component={Start} />
              <Route path={PATHS.keys} component={allows('keys') ? KeysPage : NotFound} />
              <Route path={PATHS.members} component={allows('members') ? MembersPage : NotFound} />
              <Route path={PATHS.workspaces} component={session.value?.memberId ? WorkspacesPage : NotFound} />
              <Route path={PATHS.account} component={session.value?.memberId ? AccountPage : NotFound} />
              <Route path={PATHS.audit()} component={allows('audit') ? AuditPage : NotFound} />
              <Route
                path={PATHS.newEndpoint}
                component={allows('endpoints') && mayChangeSlug.value ? NewEndpoint : NotFound}
              />
              {VIEWS.map((view) => (
                <Route key={view} path={PATHS[view](':endpointId')} component={EndpointView} view={view} />
              ))}
              <Route default component={NotFound} />
            </Router>
          </main>
        </div>
      </div>
      <Toasts />
      <Overlays />
      <SecretDialog />
      <SignInAgain />
    </>
  );
}

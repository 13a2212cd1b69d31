import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Route, Router } from 'preact-iso';
import { listenToKeys } from '../commands/keyboard.ts';
import { NewEndpoint } from '../endpoints/EndpointPages.tsx';
import { readEndpoints } from '../endpoints/endpoints.ts';
import { startPolling } from '../endpoints/polling.ts';
import { KeysPage } from '../keys/KeysPage.tsx';
import { SignInAgain } from '../session/SignIn.tsx';
import { unreadInAll } from '../submissions/totals.ts';
import { TEXTS } from '../texts/texts.ts';
import { pageName } from '../ui/pageName.ts';
import { PATHS } from '../ui/paths.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { Banner } from './Banner.tsx';
import { Overlays } from './Overlays.tsx';
import { EndpointView, NotFound, Start } from './routes.tsx';
import { SideBar, TopBar } from './SideBar.tsx';

let isStarted = false;

/** The frame around all views after signing in. */
export function Shell() {
  useEffect(() => {
    if (isStarted) return;
    isStarted = true;
    listenToKeys();
    void readEndpoints().then(startPolling);
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
              <Route path={PATHS.keys} component={KeysPage} />
              <Route path={PATHS.newEndpoint} component={NewEndpoint} />
              <Route path={PATHS.inbox(':endpointId')} component={EndpointView} view="inbox" />
              <Route path={PATHS.pending(':endpointId')} component={EndpointView} view="pending" />
              <Route path={PATHS.overview(':endpointId')} component={EndpointView} view="overview" />
              <Route path={PATHS.use(':endpointId')} component={EndpointView} view="use" />
              <Route path={PATHS.fields(':endpointId')} component={EndpointView} view="fields" />
              <Route path={PATHS.webhooks(':endpointId')} component={EndpointView} view="webhooks" />
              <Route path={PATHS.settings(':endpointId')} component={EndpointView} view="settings" />
              <Route default component={NotFound} />
            </Router>
          </main>
        </div>
      </div>
      <Toasts />
      <Overlays />
      <SignInAgain />
    </>
  );
}

import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { Shell } from './frame/Shell.tsx';
import { LinkDialog } from './session/LinkDialog.tsx';
import { takeLink } from './session/link.ts';
import { SignIn } from './session/SignIn.tsx';
import { session } from './session/session.ts';
import { SCOPE } from './ui/paths.ts';

takeLink(location.href);
addEventListener('hashchange', ({ newURL }) => takeLink(newURL));

const App = () => (
  <>
    {session.value ? (
      <LocationProvider scope={SCOPE}>
        <Shell />
      </LocationProvider>
    ) : (
      <SignIn />
    )}
    <LinkDialog />
  </>
);

render(<App />, document.querySelector('#app') ?? document.body);

import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { Shell } from './frame/Shell.tsx';
import { takeLink } from './session/link.ts';
import { SignIn } from './session/SignIn.tsx';
import { session } from './session/session.ts';
import { SCOPE } from './ui/paths.ts';

void takeLink(location.href);
addEventListener('hashchange', ({ newURL }) => void takeLink(newURL));

const App = () => (
  <>
    {session.value ? (
      <LocationProvider scope={SCOPE}>
        <Shell />
      </LocationProvider>
    ) : (
      <SignIn />
    )}
  </>
);

render(<App />, document.querySelector('#app') ?? document.body);

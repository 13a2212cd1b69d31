import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { Shell } from './frame/Shell.tsx';
import { takeLink } from './session/link.ts';
import { Mute, muteToken } from './session/Mute.tsx';
import { SignIn } from './session/SignIn.tsx';
import { session } from './session/session.ts';
import { SCOPE } from './ui/paths.ts';

void takeLink(location.href);
addEventListener('hashchange', ({ newURL }) => void takeLink(newURL));

function App() {
  if (muteToken.value) return <Mute token={muteToken.value} />;
  if (!session.value) return <SignIn />;
  return (
    <LocationProvider scope={SCOPE}>
      <Shell />
    </LocationProvider>
  );
}

render(<App />, document.querySelector('#app') ?? document.body);

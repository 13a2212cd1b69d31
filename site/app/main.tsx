import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { Shell } from './frame/Shell.tsx';
import { SignIn } from './session/SignIn.tsx';
import { session, takeLinkedSecret } from './session/session.ts';
import { SCOPE } from './ui/addresses.ts';

takeLinkedSecret();
addEventListener('hashchange', takeLinkedSecret);

const App = () => {
  if (!session.value) return <SignIn />;
  return (
    <LocationProvider scope={SCOPE}>
      <Shell />
    </LocationProvider>
  );
};

render(<App />, document.querySelector('#app') ?? document.body);

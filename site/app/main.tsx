import { render } from 'preact';
import { LocationProvider } from 'preact-iso';
import { Shell } from './frame/Shell.tsx';
import { SignIn } from './session/SignIn.tsx';
import { offeredSecret, session, takeLinkedSecret } from './session/session.ts';
import { SCOPE } from './ui/addresses.ts';

const linkedSecret = takeLinkedSecret();
// A link may not put somebody who is signed in into another workspace without a word.
if (session.peek() && session.peek()?.secret !== linkedSecret) offeredSecret.value = linkedSecret;

const App = () => {
  if (!session.value) return <SignIn linkedSecret={linkedSecret} />;
  return (
    <LocationProvider scope={SCOPE}>
      <Shell />
    </LocationProvider>
  );
};

render(<App />, document.querySelector('#app') ?? document.body);

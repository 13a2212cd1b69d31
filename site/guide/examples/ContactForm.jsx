import { useRef, useState } from 'react';
import { ulid } from 'ulid';

const ACTION = 'https://YOUR-API/v1/f/YOUR-ENDPOINT-ID';

export function ContactForm() {
  const [phase, setPhase] = useState('ready');
  const [problem, setProblem] = useState('');
  // The service stores what has the same id once. What was changed has a new one.
  const id = useRef();

  function forgetId() {
    id.current = undefined;
  }

  async function send(event) {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    id.current ??= ulid();
    body.set('_id', id.current);
    setPhase('sending');
    setProblem('');
    try {
      const response = await fetch(ACTION, { method: 'POST', body });
      if (!response.ok) setProblem((await response.json()).message);
      setPhase(response.ok ? 'sent' : 'ready');
    } catch {
      setProblem('Are you online?');
      setPhase('ready');
    }
  }

  if (phase === 'sent') {
    return <p role="status">Thank you. Your message has been sent.</p>;
  }
  return (
    <form method="post" action={ACTION} onInput={forgetId} onSubmit={send}>
      <label htmlFor="email">Email</label>
      <input id="email" name="email" type="email" required />
      <label htmlFor="message">Message</label>
      <textarea id="message" name="message" required />
      <button type="submit" disabled={phase === 'sending'}>
        Send
      </button>
      <p role="alert">
        {problem && `Your message was not sent. ${problem}`}
      </p>
    </form>
  );
}

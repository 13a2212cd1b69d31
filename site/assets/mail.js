// Acts on a mail's link: sends the token after the # to the API when a button is pressed, and never before.

const action = document.querySelector('meta[name="action"]').content;
const link = location.hash.slice(1);
const isTest = link.split('.').at(-1) === document.querySelector('meta[name="test"]').content;
// Removes the token from the history and from shared URLs; the language takes its place.
history.replaceState(null, '', location.pathname);

function show(state) {
  for (const part of document.querySelectorAll('[data-state]')) part.hidden = part.dataset.state !== state;
  // So that screen readers announce it.
  const heading = document.querySelector(`section:not([hidden]) [data-state="${state}"] h1`);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

// The link has the token, or an endpoint's id, a dot and the token.
function send(answer) {
  if (!action.includes('{endpointId}')) return fetch(`${action}?token=${encodeURIComponent(link)}`, { method: 'POST' });
  const [endpointId, ...token] = link.split('.');
  return fetch(action.replace('{endpointId}', encodeURIComponent(endpointId)), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: token.join('.'), action: answer }),
  });
}

const STATES = { 400: 'gone', 404: 'gone', 429: 'early' };

async function act({ currentTarget: { value } }) {
  if (isTest) return show('test');
  const buttons = document.querySelectorAll('.act button');
  for (const button of buttons) button.disabled = true;
  try {
    const { ok, status } = await send(value);
    const state = ok ? value : STATES[status];
    show(document.querySelector(`[data-state="${state}"]`) ? state : 'failed');
  } catch {
    show('failed');
  }
  for (const button of buttons) button.disabled = false;
}

if (link === '') show('gone');
for (const part of document.querySelectorAll('.act')) {
  part.hidden = false;
  part.firstElementChild.addEventListener('click', act);
}

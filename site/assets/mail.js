// Acts on a mail's link: sends the token after the # to the API when a button is pressed, and never before.

const token = location.hash.slice(1);
const action = document.querySelector('meta[name="action"]').content;
// Removes the token from the history and from shared URLs; the language takes its place.
history.replaceState(null, '', location.pathname);

function show(state) {
  for (const part of document.querySelectorAll('[data-state]')) part.hidden = part.dataset.state !== state;
  // So that screen readers announce it.
  const heading = document.querySelector(`section:not([hidden]) [data-state="${state}"] h1`);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

async function act() {
  const buttons = document.querySelectorAll('.act button');
  for (const button of buttons) button.disabled = true;
  try {
    const { ok, status } = await fetch(`${action}?token=${encodeURIComponent(token)}`, { method: 'POST' });
    show(ok ? 'done' : status === 404 || status === 400 ? 'gone' : 'failed');
  } catch {
    show('failed');
  }
  for (const button of buttons) button.disabled = false;
}

if (token === '') show('gone');
for (const part of document.querySelectorAll('.act')) {
  part.hidden = false;
  part.firstElementChild.addEventListener('click', act);
}

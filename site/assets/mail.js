// Acts on a mail's link: sends the token after the # to the API when a button is pressed, and never before.

const action = document.querySelector('meta[name="action"]').content;
// The token, and the name of the form. The entry in the history keeps them, so that a reload shows the same again.
const params = new URLSearchParams(location.hash.slice(1));
const [token = ''] = params.keys();
let page = history.state ?? { link: token, form: params.get('form') ?? '', state: token === '' ? 'gone' : 'ask' };
const { link, form } = page;
const isTest = link.split('.').pop() === document.querySelector('meta[name="test"]').content;
const keep = () => history.replaceState(page, '');
// Removes the token from shared URLs; the language takes its place.
if (token === page.link) history.replaceState(page, '', location.pathname);
// Anybody can write a link: a text that may have a link, an address or a telephone number is not shown as a form's name, nor
// one that is too long. Persian, Hindi and emoji need joiners, U+200C and U+200D.
const name = form.normalize('NFKC').replace(/[\p{M}\u200c\u200d]/gu, '');
const isLong = form.length > 64 || name.replace(/\P{N}/gu, '').length > 6;
const hasAddress = name.split(/[.\u3002](?=\p{N})/u).length > 3;
const isName = !isLong && !hasAddress && !/[/\\@<>\u2044\u2215\u29f8\p{C}]|[.\u3002]\p{L}/u.test(name);
document.querySelector('.whose bdi').textContent = isName ? form : '';

function show(state) {
  for (const part of document.querySelectorAll('[data-state]')) part.hidden = part.dataset.state !== state;
  // Without buttons the token has served.
  const isOpen = document.querySelector(`[data-state="${state}"] .act`) !== null;
  page = { form, state, link: isOpen ? link : '' };
  keep();
  // Makes screen readers announce it.
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

if (page.state !== 'ask') show(page.state);
// Another link opened in this tab does not load the page.
addEventListener('hashchange', () => (location.hash.length > 3 ? location.reload() : keep()));
for (const part of document.querySelectorAll('.act')) {
  part.hidden = false;
  part.firstElementChild.addEventListener('click', act);
}

// Sends forms that have the attribute `data-forms` without leaving their page: first each file, to an address of its own and with
// its progress, then everything else. Nothing is sent before the form is. Where this does not run, the form is sent as any other.

const TEXTS = {
  sending: 'Sending …',
  sent: 'Thank you. Your message has been sent.',
  failed: 'Your message was not sent.',
  unsent: 'Not sent.',
  offline: 'Your message was not sent. Are you online?',
  waiting: 'Waiting for a connection …',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  retry: 'Try again',
  done: 'Done.',
};

/** A form says things in its own words by attributes such as `data-text-sent`. */
const textOf = (form, name) => form.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`] ?? TEXTS[name];

const FORMS = 'form[data-forms]';
/** For so long an address is used: it takes its file a little longer. */
const ADDRESS_VALID_MS = 10 * 60_000;
/** Forms that are being sent. */
const busy = new Set();
/** The id of each file's upload, so that a file is sent once however often the form is tried. */
const uploaded = new WeakMap();
/** The line of each file, by file. */
const lines = new WeakMap();
let lastId = 0;

/** What the service, or the storage, refused; `field` is where it belongs. */
class Refused extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

function addElement(after, tag, properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  after.after(element);
  return element;
}

/** Where a form says how it is going: its own element with this role, or one at its end. */
function statusOf(form) {
  const present = form.querySelector('[role="status"]');
  if (present) return present;
  const added = form.appendChild(document.createElement('p'));
  added.setAttribute('role', 'status');
  return added;
}

const say = (form, text) => {
  statusOf(form).textContent = text;
};

/** The element that holds the error of a field: the page's own, or one after the field. */
function errorOf(field) {
  const own = field.form.querySelector(`[data-error-for="${CSS.escape(field.name)}"]`);
  const error =
    own ??
    document.getElementById(field.dataset.formsError) ??
    addElement(field.closest('label') ?? field, 'p', { className: 'forms-error' });
  error.id ||= `forms-error-${++lastId}`;
  field.dataset.formsError = error.id;
  return error;
}

function showError(field, text) {
  const error = errorOf(field);
  error.textContent = text;
  const described = new Set((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  field.setAttribute('aria-describedby', [...described.add(error.id)].join(' '));
  field.setAttribute('aria-invalid', 'true');
  const first = [...field.form.elements].find((each) => each.getAttribute('aria-invalid') === 'true');
  first?.focus();
}

function clearError(field) {
  if (!field.dataset.formsError) return;
  errorOf(field).textContent = '';
  field.removeAttribute('aria-invalid');
}

/** Asks the service. It answers JSON, and of what it refuses a sentence for people. */
async function ask(url, options) {
  const response = await fetch(url, { method: 'POST', ...options });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Refused(answer.message ?? `${response.status}`);
}

const linesOf = (form) => [...form.querySelectorAll('.forms-file')];

/** The line about a file, after its field: its name, its progress, a button. */
function lineOf(field, file) {
  const present = lines.get(file);
  if (present?.isConnected) return present;
  const line = document.createElement('div');
  line.className = 'forms-file';
  const name = Object.assign(document.createElement('bdi'), { textContent: file.name });
  const bar = Object.assign(document.createElement('progress'), { max: file.size, value: 0 });
  bar.setAttribute('aria-label', file.name);
  const state = document.createElement('span');
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  line.append(name, ' ', bar, ' ', state, ' ', button);
  const place = linesOf(field.form).findLast((other) => other.field === field) ?? field.closest('label') ?? field;
  place.after(line);
  lines.set(file, line);
  return Object.assign(line, { field, bar, state, button });
}

function showState({ field, bar, state, button }, stateName, buttonName, onPress) {
  state.textContent = stateName ? textOf(field.form, stateName) : '';
  button.hidden = !buttonName;
  if (!buttonName) return;
  button.textContent = textOf(field.form, buttonName);
  button.setAttribute('aria-label', `${button.textContent}: ${bar.ariaLabel}`);
  button.onclick = onPress;
}

/** Posts a file to its address. */
const post = ({ url, fields }, file, { bar, signal }) =>
  new Promise((resolve, reject) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', file);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = (loaded / total) * file.size;
    };
    request.onload = () => {
      if (request.status < 300) return resolve();
      const why = request.responseXML?.querySelector('Message')?.textContent;
      reject(new Refused(why ?? `${request.status}`));
    };
    request.onerror = request.onabort = () => reject(new TypeError('not sent'));
    const cut = () => request.abort();
    signal.onabort = cut;
    // Without a connection it would hang for minutes before it fails.
    addEventListener('offline', cut);
    request.onloadend = () => removeEventListener('offline', cut);
    request.send(body);
  });

const untilOnline = (signal) =>
  new Promise((resolve) => {
    if (navigator.onLine) return resolve();
    addEventListener('online', resolve, { once: true });
    signal?.addEventListener('abort', resolve);
  });

/** Asks for an address for a file, and learns whether it is taken at all. */
async function announce(url, { field, file }, signal) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: file.name, type: file.type, bytes: file.size, field: field.name });
  try {
    const address = await ask(`${url}/uploads`, { headers, body, signal });
    return { ...address, until: Date.now() + ADDRESS_VALID_MS };
  } catch (error) {
    throw Object.assign(error, { field });
  }
}

/** Sends a file, again once the connection is back. @returns the id of its upload */
async function upload(url, chosen, retry) {
  const { field, file } = chosen;
  const present = uploaded.get(file);
  if (present) return present;
  const { form } = field;
  const line = lineOf(field, file);
  const { signal, abort } = abortable();
  for (;;) {
    line.bar.value = 0;
    showState(line, '', 'cancel', abort);
    try {
      const isFresh = chosen.address?.until > Date.now();
      const address = isFresh ? chosen.address : await announce(url, chosen, signal);
      chosen.address = undefined;
      await post(address, file, { bar: line.bar, signal });
      showState(line, 'done');
      uploaded.set(file, address.id);
      return address.id;
    } catch (error) {
      if (!signal.aborted && !(error instanceof Refused) && !navigator.onLine) {
        showState(line, 'waiting', 'cancel', abort);
        await untilOnline(signal);
        if (!signal.aborted) continue;
      }
      showState(line, signal.aborted ? 'cancelled' : 'unsent', 'retry', retry);
      throw signal.aborted ? new Refused(textOf(form, 'cancelled')) : Object.assign(error, { field });
    }
  }
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** The files that were chosen, each with its field. */
const filesOf = (form) =>
  [...form.elements]
    .filter((field) => field.type === 'file' && field.name && !field.matches(':disabled'))
    .flatMap((field) => [...field.files].filter(({ size }) => size > 0).map((file) => ({ field, file })));

async function submit(form, submitter) {
  const url = new URL(form.getAttribute('action'), document.baseURI).href;
  const body = new FormData();
  for (const [name, value] of new FormData(form, submitter)) if (!(value instanceof File)) body.append(name, value);
  const files = filesOf(form);
  // What is not taken is known before anything is sent.
  for (const chosen of files) if (!uploaded.has(chosen.file)) chosen.address = await announce(url, chosen);
  const retry = () => form.requestSubmit(submitter);
  for (const chosen of files) body.append('_uploads', await upload(url, chosen, retry));
  await untilOnline();
  try {
    return await ask(url, { headers: { Accept: 'application/json' }, body });
  } catch (error) {
    // They may count as submitted, or be too old.
    if (error instanceof Refused) for (const { file } of files) uploaded.delete(file);
    error.field = files.find(({ file }) => error.message.includes(`"${file.name}"`))?.field;
    throw error;
  }
}

/**
 * Says thank you, or leads on. A page that wants to do something else stops the event `forms:sent`.
 * @returns whether the page is left
 */
function finish(form, submission) {
  const event = new CustomEvent('forms:sent', { bubbles: true, cancelable: true, detail: submission });
  if (!form.dispatchEvent(event)) {
    say(form, '');
    return false;
  }
  const next = form.querySelector('[name="_next"], [name="_redirect"]')?.value;
  const address = next && new URL(next, document.baseURI);
  form.reset();
  for (const line of linesOf(form)) line.remove();
  say(form, textOf(form, 'sent'));
  const isLeft = /^https?:$/.test(address?.protocol);
  if (isLeft) location.assign(address);
  return isLeft;
}

/** Names of fields stand in quotes where the service speaks of one. */
const fieldIn = (form, message) => [...form.elements].find(({ name }) => name && message.includes(`"${name}"`));

function showFailure(form, error) {
  const isRefused = error instanceof Refused;
  const text = isRefused ? error.message : textOf(form, 'offline');
  const field = error.field ?? (isRefused && fieldIn(form, text));
  say(form, isRefused && !field ? `${textOf(form, 'failed')} ${text}` : textOf(form, isRefused ? 'failed' : 'offline'));
  if (field) showError(field, text);
}

async function send(form, submitter) {
  if (busy.has(form)) return;
  busy.add(form);
  form.setAttribute('aria-busy', 'true');
  for (const field of form.elements) clearError(field);
  say(form, textOf(form, 'sending'));
  try {
    // A page that is left stays busy: a second click sends nothing.
    if (finish(form, await submit(form, submitter))) return;
  } catch (error) {
    showFailure(form, error);
  }
  form.removeAttribute('aria-busy');
  busy.delete(form);
}

addEventListener('submit', (event) => {
  if (event.defaultPrevented || !event.target.matches(FORMS)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
// The browser's own messages, but beside the fields and not in bubbles.
addEventListener(
  'invalid',
  (event) => {
    if (!event.target.form?.matches(FORMS)) return;
    event.preventDefault();
    showError(event.target, event.target.validationMessage);
  },
  true,
);
addEventListener('input', ({ target }) => {
  if (!target.form?.matches(FORMS)) return;
  clearError(target);
  if (target.type === 'file') for (const line of linesOf(target.form)) if (line.field === target) line.remove();
});
// The way back may lead to the page as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && busy.clear());
// A live region has to be there before it says something.
for (const form of document.querySelectorAll(FORMS)) statusOf(form);

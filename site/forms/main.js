// Sends forms that have the attribute `data-forms` without leaving their page: first each file, to an address of its own and with
// its progress, then everything else. Nothing is sent before the form is. Where this does not run, the browser sends the form itself.

import { answerIn, insertPass, resetCaptcha } from './captcha.js';
import { clearError, linesOf, say, showError, statusOf, textOf } from './feedback.js';
import { announce, ask, Refused, untilOnline, upload, uploaded } from './upload.js';

const FORMS = 'form[data-forms]';
/** Forms that are being sent. */
const busy = new Set();
/** Fields that the service called invalid, until they are changed or sent again. */
const refused = new WeakSet();

/** The files that were chosen, each with its field. */
const filesOf = (form) =>
  [...form.elements]
    .filter((field) => field.type === 'file' && field.name && !field.matches(':disabled'))
    .flatMap((field) => [...field.files].filter(({ size }) => size > 0).map((file) => ({ field, file })));

async function submit(form, submitter) {
  const url = new URL(form.getAttribute('action'), document.baseURI).href;
  const body = new FormData();
  for (const [name, value] of new FormData(form, submitter)) if (!(value instanceof File)) body.append(name, value);
  const answer = answerIn(body);
  const files = filesOf(form).map((chosen) => ({ ...chosen, answer }));
  // Files that are not taken are refused before any is sent.
  for (const chosen of files) if (!uploaded.has(chosen.file)) chosen.address = await announce(url, chosen);
  const retry = () => form.requestSubmit(submitter);
  for (const chosen of files) body.append('_uploads', await upload(url, chosen, retry));
  await untilOnline();
  insertPass(body);
  try {
    return await ask(form, url, { headers: { Accept: 'application/json' }, body });
  } catch (error) {
    const isRefused = error instanceof Refused;
    // They may count as submitted, or be too old. Fields are checked before files are claimed.
    if (isRefused && !error.issues) for (const { file } of files) uploaded.delete(file);
    // The captcha is checked last: what is refused before leaves its answer unused.
    if (!isRefused || error.status >= 500) resetCaptcha(form);
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
  resetCaptcha(form);
  for (const line of linesOf(form)) line.remove();
  say(form, textOf(form, 'sent'));
  const isLeft = /^https?:$/.test(address?.protocol);
  if (isLeft) location.assign(address);
  return isLeft;
}

/** Names of fields stand in quotes where the service speaks of one. */
const fieldIn = (form, message) => [...form.elements].find(({ name }) => name && message.includes(`"${name}"`));

/** Puts what is wrong beside each field, which is invalid for the browser, too, until it is changed. */
function showIssues(form, issues) {
  const others = [];
  for (const { field: name, message } of issues) {
    const field = [...form.elements].find((each) => each.name === name && each.type !== 'hidden');
    if (!field) others.push(message);
    else {
      field.setCustomValidity(message);
      refused.add(field);
      showError(field, message);
    }
  }
  say(form, [textOf(form, 'failed'), ...others].join(' '));
}

function showFailure(form, error) {
  const isRefused = error instanceof Refused;
  if (error.issues) return showIssues(form, error.issues);
  if (isRefused && error.message.includes('captcha')) resetCaptcha(form);
  const text = isRefused ? error.message : textOf(form, 'offline');
  const field = error.field ?? (isRefused && fieldIn(form, text));
  say(form, isRefused && !field ? `${textOf(form, 'failed')} ${text}` : textOf(form, isRefused ? 'failed' : 'offline'));
  if (field) showError(field, text);
}

/** What the page itself calls invalid stays so. */
function release(field) {
  if (refused.delete(field)) field.setCustomValidity('');
  clearError(field);
}

async function send(form, submitter) {
  if (busy.has(form)) return;
  busy.add(form);
  form.setAttribute('aria-busy', 'true');
  for (const field of form.elements) release(field);
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
  // Of radio buttons and checkboxes, any of the name may be changed.
  for (const each of target.form.elements) if (each.name === target.name) release(each);
  if (target.type === 'file') for (const line of linesOf(target.form)) if (line.field === target) line.remove();
});
// Before the browser checks the form, which would not be sent otherwise: a script may have changed a field.
addEventListener('click', ({ target }) => {
  const form = target.closest?.('button, input')?.form;
  if (form?.matches(FORMS)) for (const field of form.elements) if (refused.has(field)) release(field);
});
// The way back may lead to the page as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && busy.clear());
// A live region has to be there before it says something.
for (const form of document.querySelectorAll(FORMS)) statusOf(form);

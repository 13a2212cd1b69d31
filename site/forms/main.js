// Sends forms with the attribute `data-forms` without leaving their page: first each file to its own URL, with
// progress, then the rest. Nothing is sent before the form is submitted. Without this script the browser sends the
// form.

import { answerIn, insertPass, resetCaptcha } from './captcha.js';
import { clearError, linesOf, say, showError, statusOf, textOf } from './feedback.js';
import { announce, ask, Refused, untilOnline, upload, uploaded } from './upload.js';

const FORMS = 'form[data-forms]';
/** Forms being sent. */
const busy = new Set();
/** Fields that the service rejected, until they change or are sent again. */
const refused = new WeakSet();

/** The chosen files, each with its field. */
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
  // Rejects unsupported files before sending any.
  for (const chosen of files) if (!uploaded.has(chosen.file)) chosen.address = await announce(url, chosen);
  const retry = () => form.requestSubmit(submitter);
  for (const chosen of files) body.append('_uploads', await upload(url, chosen, retry));
  await untilOnline();
  insertPass(body);
  try {
    return await ask(form, url, { headers: { Accept: 'application/json' }, body });
  } catch (error) {
    const isRefused = error instanceof Refused;
    // Uploads may be used up or expired. The service checks fields before it claims files.
    if (isRefused && !error.issues) for (const { file } of files) uploaded.delete(file);
    // The service verifies the captcha last, so a rejected form can reuse its response.
    if (!isRefused || error.status >= 500) resetCaptcha(form);
    error.field = files.find(({ file }) => error.message.includes(`"${file.name}"`))?.field;
    throw error;
  }
}

/**
 * Shows the thank-you message, or redirects. A page can prevent both by cancelling the event `forms:sent`.
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

/** The service quotes field names. */
const fieldIn = (form, message) => [...form.elements].find(({ name }) => name && message.includes(`"${name}"`));

/** Shows the error of each field, and marks the field invalid until it changes. */
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

/** Keeps fields invalid that the page's own script marked. */
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
    // Stays busy while the page is left: a second click sends nothing.
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
// Shows the browser's own messages beside the fields instead of in bubbles.
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
  // For radio buttons and checkboxes, any one of the name may change.
  for (const each of target.form.elements) if (each.name === target.name) release(each);
  if (target.type === 'file') for (const line of linesOf(target.form)) if (line.field === target) line.remove();
});
// Before the browser validates the form, since a script may have changed a field.
addEventListener('click', ({ target }) => {
  const form = target.closest?.('button, input')?.form;
  if (form?.matches(FORMS)) for (const field of form.elements) if (refused.has(field)) release(field);
});
// Going back may restore the page as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && busy.clear());
// A live region must exist before its text changes.
for (const form of document.querySelectorAll(FORMS)) statusOf(form);

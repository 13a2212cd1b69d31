// Sends forms with the attribute `data-forms` without leaving their page: first each file to its own URL, with
// progress, then the rest. Nothing is sent before the form is submitted. Without this script the browser sends the
// form.

import { answerIn, insertPass, resetCaptcha } from './captcha.js';
import { changed, idOf, restoreDraft, saveDraft } from './draft.js';
import { clearError, linesOf, say, showError, statusOf } from './feedback.js';
import { chooseLanguage, textOf } from './language.js';
import { controlsOf, isOurs, own } from './own.js';
import { announce, ask, untilOnline, upload, uploaded } from './upload.js';

/** Forms being sent. */
const busy = new Set();
/** Those of them that were sent, while the browser loads their next page. */
const leaving = new Set();
/** The form that the browser is asked to send. */
let handedOver;
/** Fields that the service rejected, until they change or are sent again. */
const refused = new WeakSet();

/** Whether only the browser can do what the button asks for: a GET, a dialog, another tab or frame, another encoding. */
const isForBrowser = (form, button) =>
  (button?.formMethod || own(form, 'method')) === 'dialog' ||
  button?.formMethod === 'get' ||
  !/^(_self)?$/i.test(button?.formTarget ?? '') ||
  !/^(multipart\/form-data)?$/.test(button?.formEnctype ?? '');

/** The URL to send a form to. Scripts cannot send a URL's user name and password. */
function urlOf(form, button) {
  const url = new URL(button?.hasAttribute('formaction') ? button.formAction : own(form, 'action'));
  return Object.assign(url, { username: '', password: '' });
}

/** The button, unless a script of the page has removed it. */
const presentIn = (form, button) => (button?.form === form ? button : null);

const resubmit = (form, button) => own(form, 'requestSubmit', presentIn(form, button));

/** The field of each chosen file. */
const fieldsByFile = (form) =>
  new Map(controlsOf(form).flatMap((field) => Array.from(field.files ?? [], (file) => [file, field])));

/**
 * Sends a form after its files.
 * @returns the submission, and where the form wants to go
 */
async function submit(form, button, url) {
  const given = new FormData(form, presentIn(form, button));
  const answer = answerIn(given);
  const fields = fieldsByFile(form);
  const files = [];
  const body = new FormData();
  for (const [name, value] of given) {
    const field = fields.get(value);
    if (field) files.push({ field, file: value, answer });
    // Includes files that a script of the page added, but not the empty one of a field without a file.
    else if (value.name !== '' || value.size) body.append(name, value);
  }
  saveDraft(form);
  // Rejects unsupported files before sending any.
  for (const each of files) if (!uploaded.has(each.file)) each.announced = await announce(url, each);
  const retry = () => resubmit(form, button);
  for (const each of files) body.append('_uploads', await upload(url, each, retry));
  insertPass(body);
  try {
    const submission = await post(form, url, body, answer);
    for (const { file } of files) uploaded.delete(file);
    return { submission, next: body.get('_next') ?? body.get('_redirect') };
  } catch (error) {
    const { isRefused } = error;
    // It was not stored, or an earlier attempt was, before a script of the page changed it.
    if (error.status < 500) changed(form);
    // Uploads may be used up or expired. The service checks fields before it claims files.
    if (isRefused && !error.issues) for (const { file } of files) uploaded.delete(file);
    // The service verifies the captcha last, so a rejected form can reuse its response.
    if (!error.isStopped && (!isRefused || error.status >= 500)) resetCaptcha(form);
    error.field = files.find(({ file }) => error.message.includes(`"${file.name}"`))?.field;
    throw error;
  }
}

/** Sends the form, and again once a lost connection is back: its id keeps it from being stored twice. */
async function post(form, url, body, answer) {
  say(form, textOf(form, navigator.onLine ? 'sending' : 'waiting'));
  await untilOnline();
  const controller = new AbortController();
  // Offline, the request would hang for minutes.
  addEventListener('offline', () => controller.abort(), { once: true });
  try {
    return await ask(form, url, { body, signal: controller.signal });
  } catch (error) {
    // Once there is a connection again, the captcha's response may have expired.
    if (answer || navigator.onLine) throw error;
    return post(form, url, body);
  }
}

/** @returns whether the page lets the script continue */
const fire = (form, name, detail) =>
  own(form, 'dispatchEvent', new CustomEvent(name, { bubbles: true, cancelable: true, detail }));

/**
 * Shows the thank-you message, or redirects. A page can prevent both by cancelling one of the events.
 * @returns whether the page is left
 */
function finish(form, { submission, next }) {
  clear(form);
  resetCaptcha(form);
  if (!['formsent', 'forms:sent'].every((name) => fire(form, name, submission))) return say(form, '');
  say(form, textOf(form, submission.isPending ? 'confirm' : 'sent'));
  own(form, 'reset');
  return next && goTo(next);
}

/** Goes to a web page. If that fails, stays here: the form has been sent. */
function goTo(target) {
  try {
    const url = new URL(target, own(document, 'baseURI'));
    if (!/^https?:$/.test(url.protocol)) return false;
    location.assign(url);
    return url.href.split('#')[0] !== location.href.split('#')[0];
  } catch {}
}

/** The service quotes field names. */
const fieldIn = (form, message) => controlsOf(form).find(({ name }) => name && message.includes(`"${name}"`));

/** Shows the error of each field, and marks the field invalid until it changes. */
function showIssues(form, issues) {
  const others = [];
  for (const { field: name, message } of issues) {
    const field = controlsOf(form).find((each) => each.name === name && each.type !== 'hidden');
    if (!field) others.push(message);
    else {
      // Custom elements may have no such method.
      field.setCustomValidity?.(message);
      refused.add(field);
      showError(field, message);
    }
  }
  say(form, [textOf(form, 'failed'), ...others].join(' '));
}

/** Has the browser send the form with its files, under the same id. */
function handOver(form, button) {
  saveDraft(form, true);
  own(form, 'setAttribute', 'enctype', 'multipart/form-data');
  handedOver = form;
  resubmit(form, button);
  handedOver = null;
}

function showFailure(form, button, error) {
  if (error.isStopped) return handOver(form, button);
  if (!fire(form, 'formfailed', error)) return say(form, '');
  const { isRefused } = error;
  if (error.issues) return showIssues(form, error.issues);
  if (isRefused && error.message.includes('captcha')) resetCaptcha(form);
  const text = isRefused ? error.message : textOf(form, 'offline');
  const field = error.field ?? (isRefused && fieldIn(form, text));
  say(form, isRefused ? textOf(form, 'failed') + (field ? '' : ` ${text}`) : text);
  if (field) showError(field, text);
}

/** Keeps fields invalid that the page's own script marked. */
function release(field) {
  if (refused.delete(field)) field.setCustomValidity?.('');
  clearError(field);
}

const releaseAll = (form) => controlsOf(form).forEach(release);

/** Forgets what the form held. */
function clear(form) {
  releaseAll(form);
  for (const line of linesOf(form)) line.remove();
  changed(form, true);
}

async function send(form, button, url) {
  if (busy.has(form)) return;
  busy.add(form);
  own(form, 'setAttribute', 'aria-busy', 'true');
  releaseAll(form);
  const textsLoaded = chooseLanguage(form, url);
  say(form, textOf(form, 'sending'));
  const isLeft = await submit(form, button, url)
    .finally(() => textsLoaded)
    .then(
      (sent) => finish(form, sent),
      (error) => showFailure(form, button, error),
    );
  // Stays busy while the page is left: a second click sends nothing.
  if (isLeft) leaving.add(form);
  else end(form);
}

function end(form) {
  own(form, 'removeAttribute', 'aria-busy');
  leaving.delete(form);
  busy.delete(form);
}

addEventListener('submit', (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !isOurs(form) || isForBrowser(form, submitter) || handedOver === form) return;
  const url = urlOf(form, submitter);
  event.preventDefault();
  send(form, submitter, url);
});
// Shows the browser's own messages beside the fields instead of in bubbles.
addEventListener(
  'invalid',
  (event) => {
    const { target } = event;
    if (!isOurs(target.form)) return;
    event.preventDefault();
    // A form sent before may still say so.
    if (!busy.has(target.form)) say(target.form, '');
    // All enabled radio buttons of a required choice are invalid: the first says so.
    const isSame = (each) =>
      each.type === 'radio' && each.willValidate && each.type === target.type && each.name === target.name;
    showError(controlsOf(target.form).find(isSame) ?? target, target.validationMessage);
  },
  true,
);
addEventListener('formdata', ({ target, formData }) => {
  if (busy.has(target) && !formData.has('_id')) formData.set('_id', idOf(target));
});
addEventListener('reset', ({ target, defaultPrevented }) => !defaultPrevented && isOurs(target) && clear(target));
addEventListener('input', ({ target, isTrusted }) => {
  if (!isOurs(target.form)) return;
  if (isTrusted) changed(target.form);
  // The page was not left: the next one may be a download.
  if (leaving.has(target.form)) end(target.form);
  // For radio buttons and checkboxes, any one of the name may change.
  for (const each of controlsOf(target.form)) if (each.name === target.name) release(each);
  if (target.type === 'file') for (const line of linesOf(target.form)) if (line.field === target) line.remove();
});
// Before the browser validates the form, since a script may have changed a field.
addEventListener('click', ({ target }) => {
  const form = target instanceof Element && own(target, 'closest', 'button, input')?.form;
  if (isOurs(form)) for (const field of controlsOf(form)) if (refused.has(field)) release(field);
});
// Going back may restore the page as it was left.
addEventListener('pageshow', () => leaving.forEach(end));
for (const form of own(document, 'querySelectorAll', 'form[data-forms]')) {
  // A live region must exist before its text changes.
  statusOf(form);
  restoreDraft(form);
  try {
    chooseLanguage(form, urlOf(form));
  } catch {
    // Its URL is invalid.
  }
}

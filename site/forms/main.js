// Sends forms with the attribute `data-forms` without leaving their page: first each file to its own URL, with
// progress, then the rest. Nothing is sent before the form is submitted. Without this script the browser sends the
// form.

import { resetCaptcha } from './captcha.js';
import { changed, forget, idOf, keepHandedOver, restoreDraft, saveDraft } from './draft.js';
import { hiddenErrors, linesOf, say, showError, statusOf } from './feedback.js';
import { setState, stateOf } from './fieldState.js';
import { chooseLanguage, textOf } from './language.js';
import { controlsOf, isOurs, own } from './own.js';
import { resubmit, submit } from './submit.js';
import { release, releaseAll, releaseRefused, showInvalid, showIssues } from './validity.js';

/** Marks a page with a copy of this script: a second one would send each form again. */
const PRESENT = Symbol.for('forms.js');
/** Forms being sent. */
const busy = new Set();
/** Forms that were sent, while the browser loads their next page. */
const leaving = new Set();
/** Fields that people changed while their form was being sent. */
const changedLater = new WeakMap();
/** The buttons of each form that were enabled as it was submitted. */
const enabledButtons = new WeakMap();
/** The form that the browser is asked to send, and the last one. */
let handedOver;
let lastHandedOver;

/** True if only the browser can do what the button asks for: a GET, a dialog, another tab or frame, another encoding. */
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
  reset(form);
  return next && goTo(next);
}

/** Empties the form, but keeps what people have typed since it was sent. */
function reset(form) {
  const kept = [...(changedLater.get(form) ?? [])].map((field) => [field, stateOf(field)]);
  own(form, 'reset');
  for (const [field, state] of kept) if (field.type !== 'file') setState(field, state);
  if (kept.length > 0) saveDraft(form);
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

/** Has the browser send the form with its files, under the same id. */
function handOver(form, button) {
  keepHandedOver(form);
  own(form, 'setAttribute', 'enctype', 'multipart/form-data');
  handedOver = lastHandedOver = form;
  resubmit(form, button);
  handedOver = null;
}

function showFailure(form, button, error) {
  if (error.isStopped) return handOver(form, button);
  enableButtons(form);
  if (!fire(form, 'formfailed', error)) return say(form, '');
  const { isRefused } = error;
  if (error.issues) return showIssues(form, error.issues);
  if (isRefused && error.message.includes('captcha')) resetCaptcha(form);
  // The message about another attempt is for developers.
  const text = error.code === 'CONFLICT' ? '' : isRefused ? error.message : textOf(form, 'offline');
  const field = error.field ?? (isRefused && fieldIn(form, text));
  if (field) showError(field, text);
  say(form, isRefused ? [textOf(form, 'failed'), ...(field ? hiddenErrors(form) : [text])].join(' ') : text);
}

/** Pages disable buttons as a form is submitted, and expect the next page to enable them. */
function enableButtons(form) {
  for (const button of enabledButtons.get(form) ?? []) button.disabled = false;
}

/** Forgets what the form held. */
function clear(form) {
  releaseAll(form);
  for (const line of linesOf(form)) line.remove();
  forget(form);
}

async function send(form, button, url) {
  if (busy.has(form)) return;
  busy.add(form);
  changedLater.set(form, new Set());
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

/** Before scripts of the page. */
function onSubmitBegin({ target: form, submitter }) {
  if (!isOurs(form) || busy.has(form)) return;
  const buttons = [...new Set([...controlsOf(form), submitter])];
  enabledButtons.set(
    form,
    buttons.filter((each) => each && /^(submit|image)$/.test(each.type) && !each.disabled),
  );
}

function onSubmit(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !isOurs(form) || isForBrowser(form, submitter) || handedOver === form) return;
  const url = urlOf(form, submitter);
  event.preventDefault();
  send(form, submitter, url);
}

/** Shows the browser's own messages beside the fields instead of in bubbles. */
function onInvalid(event) {
  const { form } = event.target;
  if (!isOurs(form)) return;
  event.preventDefault();
  showInvalid(event.target);
  // A form sent before may still say so.
  if (!busy.has(form)) say(form, hiddenErrors(form).join(' '));
}

function onInput({ target, isTrusted }) {
  const { form } = target;
  if (!isOurs(form)) return;
  if (isTrusted) {
    changed(form, target);
    if (busy.has(form)) changedLater.get(form).add(target);
  }
  // The page was not left: the next one may be a download.
  if (leaving.has(form)) end(form);
  // For radio buttons and checkboxes, any one of the name may change.
  for (const each of controlsOf(form)) if (each.name === target.name) release(each);
  if (target.type === 'file') for (const line of linesOf(form)) if (line.field === target) line.remove();
}

/** Before the browser validates the form, since a script may have changed a field. */
function onClick({ target }) {
  const form = target instanceof Element && own(target, 'closest', 'button, input')?.form;
  if (isOurs(form)) releaseRefused(form);
}

/** A policy of the page keeps the browser from sending the form, too. */
function onViolation({ effectiveDirective }) {
  if (effectiveDirective !== 'form-action' || !lastHandedOver) return;
  enableButtons(lastHandedOver);
  say(lastHandedOver, textOf(lastHandedOver, 'offline'));
}

/** Fills in the draft of a form that is on the page, or was added and gets the focus. */
function prepare(form) {
  // A live region must exist before its text changes.
  statusOf(form);
  // Copies from a cache of pages.
  for (const line of linesOf(form)) if (!line.field) line.remove();
  restoreDraft(form);
  try {
    chooseLanguage(form, urlOf(form));
  } catch {
    // Its URL is invalid.
  }
}

function begin() {
  addEventListener('submit', onSubmitBegin, true);
  addEventListener('submit', onSubmit);
  addEventListener('invalid', onInvalid, true);
  addEventListener('formdata', ({ target, formData }) => {
    if (busy.has(target) && !formData.has('_id')) formData.set('_id', idOf(target));
  });
  addEventListener('reset', ({ target, defaultPrevented }) => !defaultPrevented && isOurs(target) && clear(target));
  addEventListener('input', onInput);
  addEventListener('click', onClick);
  addEventListener('focusin', ({ target: { form } }) => isOurs(form) && prepare(form));
  // Going back may restore the page as it was left.
  addEventListener('pageshow', () => leaving.forEach(end));
  addEventListener('securitypolicyviolation', onViolation);
  for (const form of own(document, 'querySelectorAll', 'form[data-forms]')) prepare(form);
}

if (!globalThis[PRESENT]) {
  globalThis[PRESENT] = true;
  begin();
}

// Sends a form's content: its files, then the rest.

import { answerIn, insertPass, resetCaptcha } from './captcha.js';
import { changed, saveDraft } from './draft.js';
import { say } from './feedback.js';
import { textOf } from './language.js';
import { controlsOf, own } from './own.js';
import { announce, ask, untilOnline, upload, uploaded } from './upload.js';

/** The button, unless a script of the page has removed it. */
const presentIn = (form, button) => (button?.form === form ? button : null);

/** Safari 15 has no `requestSubmit`: there the browser sends the form without its button. */
export const resubmit = (form, button) =>
  'requestSubmit' in HTMLFormElement.prototype
    ? own(form, 'requestSubmit', presentIn(form, button))
    : own(form, 'submit');

/** The field of each chosen file. */
const fieldsByFile = (form) =>
  new Map(controlsOf(form).flatMap((field) => Array.from(field.files ?? [], (file) => [file, field])));

/**
 * Sends a form after its files.
 * @param isAgain after an earlier attempt was stored with other data
 * @returns the submission, and where the form wants to go
 */
export async function submit(form, button, url, isAgain) {
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
    // A script of the page has changed the form since. A captcha's response is used up.
    if (error.code === 'CONFLICT' && !isAgain && !answer) return submit(form, button, url, true);
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
    // By the time the connection is back, the captcha's response may have expired.
    if (answer || navigator.onLine) throw error;
    return post(form, url, body);
  }
}

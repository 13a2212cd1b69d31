import { keepPass, passFor } from './captcha.js';
import { lineOf, say, showState } from './feedback.js';
import { isConnected, languageOf, textOf } from './language.js';

/** An upload's URL is reused for this long; it accepts its file a little longer. */
const URL_VALID_MS = 10 * 60_000;
/** The upload id of each file, so that retries of the form do not send it again. */
export const uploaded = new WeakMap();
/** True if the service has answered a request of this page. */
let hasAnswered = false;

/** A rejection by the service or the storage, with status, code, and errors by field where the endpoint has rules. */
const refusal = (message, status, { code, issues } = {}) =>
  Object.assign(new Error(message), { isRefused: true, status, code, issues });

/** Calls the service for JSON. If throttled, waits as long as it says and retries once. */
export async function ask(form, url, options, attempt = 1) {
  const headers = { Accept: 'application/json', 'Accept-Language': languageOf(form), ...options.headers };
  const response = await fetch(url, { method: 'POST', ...options, headers }).catch(notSent);
  hasAnswered = true;
  const answer = (await response.json().catch(() => {})) ?? {};
  if (response.ok) return answer;
  const seconds = Number(response.headers.get('Retry-After'));
  if (response.status !== 429 || !seconds || attempt > 1)
    throw refusal(answer.message ?? `${response.status}`, response.status, answer);
  say(form, textOf(form, 'busy'));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  say(form, textOf(form, 'sending'));
  return ask(form, url, options, attempt + 1);
}

/** Finds out whether a policy of the page or a blocker stopped the request: then none was answered, despite a connection. */
async function notSent(error) {
  error.isStopped = !hasAnswered && (await isConnected());
  throw error;
}

/** Puts a file to its URL. */
const put = ({ url, headers }, file, { bar, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = (loaded / total) * file.size;
    };
    request.onload = () => {
      if (request.status < 300) return resolve();
      const why = request.responseXML?.querySelector('Message')?.textContent;
      reject(refusal(why ?? `${request.status}`, request.status));
    };
    request.onerror = request.onabort = reject;
    const cut = () => request.abort();
    signal.onabort = cut;
    // Offline, the request would hang for minutes.
    addEventListener('offline', cut, { once: true });
    request.send(file);
  });

export const untilOnline = (signal) =>
  new Promise((resolve) => {
    if (navigator.onLine) return resolve();
    addEventListener('online', resolve, { once: true });
    signal?.addEventListener('abort', resolve);
  });

/** The URL to announce files at, with the query of the form's URL. */
function uploadsOf(url) {
  const uploads = new URL(url);
  uploads.pathname = uploads.pathname.replace(/\/*$/, '/uploads');
  return uploads;
}

/** Requests a file's URL, which also checks the file. */
export async function announce(url, { field, file, answer }, signal) {
  const headers = { 'Content-Type': 'application/json' };
  const { name, type, size: bytes } = file;
  const body = JSON.stringify({ name, type, bytes, field: field.name, captcha: passFor(answer) });
  try {
    if (bytes === 0) throw refusal(`${textOf(field.form, 'empty')} ${name}`);
    const announced = await ask(field.form, uploadsOf(url), { headers, body, signal });
    keepPass(answer, announced.pass);
    return { ...announced, until: Date.now() + URL_VALID_MS };
  } catch (error) {
    throw Object.assign(error, { field });
  }
}

/**
 * Uploads a file, and retries once the connection is back.
 * @returns the upload's id
 */
export async function upload(url, chosen, retry) {
  const { field, file } = chosen;
  const present = uploaded.get(file);
  if (present) return present;
  const { form } = field;
  const line = lineOf(field, file);
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  for (;;) {
    line.bar.value = 0;
    showState(line, '', 'cancel', abort);
    try {
      const isFresh = chosen.announced?.until > Date.now();
      const announced = isFresh ? chosen.announced : await announce(url, chosen, signal);
      chosen.announced = undefined;
      await put(announced, file, { bar: line.bar, signal });
      showState(line, 'done');
      uploaded.set(file, announced.id);
      return announced.id;
    } catch (error) {
      if (!signal.aborted && !error.isRefused && !navigator.onLine) {
        showState(line, 'waiting', 'cancel', abort);
        await untilOnline(signal);
        if (!signal.aborted) continue;
      }
      showState(line, signal.aborted ? 'cancelled' : 'unsent', 'retry', retry);
      throw signal.aborted ? refusal(textOf(form, 'cancelled')) : Object.assign(error, { field });
    }
  }
}

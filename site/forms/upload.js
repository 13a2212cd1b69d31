import { lineOf, showState, textOf } from './feedback.js';

/** For so long an address is used: it takes its file a little longer. */
const ADDRESS_VALID_MS = 10 * 60_000;
/** The id of each file's upload, so that a file is sent once however often the form is tried. */
export const uploaded = new WeakMap();

/** What the service, or the storage, refused; `field` is where it belongs. */
export class Refused extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Asks the service. It answers JSON, and of what it refuses a sentence for people. */
export async function ask(url, options) {
  const response = await fetch(url, { method: 'POST', ...options });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Refused(answer.message ?? `${response.status}`);
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

export const untilOnline = (signal) =>
  new Promise((resolve) => {
    if (navigator.onLine) return resolve();
    addEventListener('online', resolve, { once: true });
    signal?.addEventListener('abort', resolve);
  });

/** Asks for an address for a file, and learns whether it is taken at all. */
export async function announce(url, { field, file }, signal) {
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
export async function upload(url, chosen, retry) {
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

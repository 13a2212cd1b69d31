// The id of a form's content, and its draft: with `data-draft`, input is kept in the page's storage until it
// is sent. `DRAFT_MS` and `HANDED_OVER_MS` are filled in as this is bundled.

import { isSecret } from '../../shared/messages/secrets.ts';
import { setState, stateOf } from './fieldState.js';
import { controlsOf, own } from './own.js';

const PREFIX = 'forms-draft ';
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Each form's id, from its first attempt until it is changed or sent. */
const ids = new WeakMap();
/** Forms after restoring their draft, if they had one. */
const restored = new WeakSet();

/** A ULID: ten digits of time, then random ones. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  const now = Date.now();
  return Array.from(bytes, (byte, i) => DIGITS[((i < 10 ? now / 32 ** (9 - i) : byte) % 32) | 0]).join('');
}

/** The form's id: the service stores what has the same id once. */
export const idOf = (form) => ids.get(form) ?? ids.set(form, newId()).get(form);

const keyOf = (form) => PREFIX + own(form, 'action') + own(form, 'getAttribute', 'data-draft');

const isKept = ({ type, name, autocomplete, value }) =>
  !/^(hidden|file)$/.test(type) &&
  ![name, autocomplete].some((each) => isSecret({ name: each ?? '', type }, [`${value ?? ''}`]));

/** Calls back with each field and its place among those of its name. */
function eachPlace(form, callback) {
  const counts = { __proto__: null };
  for (const field of controlsOf(form)) {
    const { name } = field;
    counts[name] = (counts[name] ?? -1) + 1;
    if (isKept(field)) callback(field, counts[name]);
  }
}

/** Storage may be full, or forbidden. */
function store(form, id, lifetimeMs = DRAFT_MS) {
  try {
    const states = { __proto__: null };
    eachPlace(form, (field, place) => {
      states[field.name] ??= [];
      states[field.name][place] = stateOf(field);
    });
    localStorage[keyOf(form)] = Date.now() - DRAFT_MS + lifetimeMs + JSON.stringify([id, states]);
  } catch {}
}

function removeDraft(form) {
  try {
    delete localStorage[keyOf(form)];
  } catch {}
}

/** Stores the form's values, after its stored draft was filled in. */
export function saveDraft(form, field) {
  restoreDraft(form, field);
  if (own(form, 'hasAttribute', 'data-draft')) store(form, ids.get(form));
  else removeDraft(form);
}

/** Keeps the draft while its id keeps it from being stored twice: the browser may fail to send the form. */
export const keepHandedOver = (form) =>
  own(form, 'hasAttribute', 'data-draft') && store(form, idOf(form), HANDED_OVER_MS);

/** After a change, the next attempt is at something else. */
export function changed(form, field) {
  restoreDraft(form, field);
  ids.delete(form);
  saveDraft(form);
}

/** Forgets what the form held. */
export function forget(form) {
  restored.add(form);
  ids.delete(form);
  removeDraft(form);
}

/**
 * Fills in the form's draft, once, and removes all that are too old.
 * @param changedField keeps its value
 */
export function restoreDraft(form, changedField) {
  if (restored.has(form)) return;
  restored.add(form);
  try {
    for (const key in localStorage)
      if (key.startsWith(PREFIX) && !(localStorage[key].slice(0, 13) > Date.now() - DRAFT_MS)) delete localStorage[key];
    const [id, states] = JSON.parse(localStorage[keyOf(form)].slice(13));
    eachPlace(form, (field, place) => {
      const state = states[field.name]?.[place];
      // Keeps what was typed before the script had loaded.
      const isTyped = typeof state === 'string' && field.value !== field.defaultValue;
      if (state != null && field !== changedField && !isTyped) setState(field, state);
    });
    if (id && !changedField) ids.set(form, id);
  } catch {}
}

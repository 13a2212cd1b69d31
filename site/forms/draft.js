// The id of what a form holds, and its draft: with `data-draft`, what people type is kept in the page's storage until it
// is sent. `DRAFT_MS` is filled in as this is bundled.

import { controlsOf, own } from './own.js';

const PREFIX = 'forms-draft ';
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of a field's type, name and `autocomplete`. */
const NOT_KEPT = /^(hidden|file) |pass|pwd|pin\b|card|cc-|cv[cv]|one-time|otp/i;
/** Digits of a bank card. */
const CARD = /^[\d .-]{13,}$/;
/** Each form's id, from its first attempt until it is changed or sent. */
const ids = new WeakMap();

/** A ULID: ten digits of time, then random ones. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  const now = Date.now();
  return Array.from(bytes, (byte, i) => DIGITS[((i < 10 ? now / 32 ** (9 - i) : byte) % 32) | 0]).join('');
}

/** The form's id: the service stores what has the same id once. */
export const idOf = (form) => ids.get(form) ?? ids.set(form, newId()).get(form);

const keyOf = (form) => PREFIX + own(form, 'action') + own(form, 'getAttribute', 'data-draft');

const keptOf = (form) =>
  controlsOf(form).filter(
    ({ type, name, autocomplete, value }) => !NOT_KEPT.test(`${type} ${name} ${autocomplete}`) && !CARD.test(value),
  );

/** The chosen options, whether it is checked, or the text. */
const stateOf = ({ type, selectedOptions, checked, value }) =>
  selectedOptions
    ? Array.from(selectedOptions, (option) => option.value)
    : /radio|checkbox/.test(type)
      ? checked
      : value;

/** Stores or removes the form's draft. Storage may be full, or forbidden. */
export function saveDraft(form, isSent) {
  try {
    const key = keyOf(form);
    if (isSent || !own(form, 'hasAttribute', 'data-draft')) return delete localStorage[key];
    const states = { __proto__: null };
    for (const field of keptOf(form)) {
      states[field.name] ??= [];
      states[field.name].push(stateOf(field));
    }
    localStorage[key] = Date.now() + JSON.stringify([ids.get(form), states]);
  } catch {}
}

/** Once the form is changed or sent, the next attempt is at something else. */
export function changed(form, isSent) {
  ids.delete(form);
  saveDraft(form, isSent);
}

/** Fills in the form's draft, and removes all that are too old. */
export function restoreDraft(form) {
  try {
    for (const key in localStorage)
      if (key.startsWith(PREFIX) && !(localStorage[key].slice(0, 13) > Date.now() - DRAFT_MS)) delete localStorage[key];
    const [id, states] = JSON.parse(localStorage[keyOf(form)].slice(13));
    for (const field of keptOf(form)) {
      const state = states[field.name]?.shift();
      if (state == null || `${state}` === `${stateOf(field)}`) continue;
      if (field.options) for (const option of field.options) option.selected = state.includes(option.value);
      else if (state === !!state) field.checked = state;
      // Keeps what was typed before the script had loaded.
      else if (field.value === field.defaultValue) field.value = state;
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    if (id) ids.set(form, id);
  } catch {}
}

// Captchas of forms with files. Providers verify a response once, but such a form needs it several times: with the
// first file, the service issues a pass for it.

import { find } from './own.js';

/** The fields of the widgets' responses. */
const FIELDS = ['altcha', 'cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];
/** The widgets: their selector, and the name of their script's object; ALTCHA's is the element itself. */
const WIDGETS = {
  'altcha-widget': '',
  '.cf-turnstile': 'turnstile',
  '.h-captcha': 'hcaptcha',
  '.g-recaptcha': 'grecaptcha',
};
/** The pass of each response. */
const passes = new Map();

/** The widget's response in a form's fields. */
export const answerIn = (fields) => FIELDS.map((name) => fields.get(name)).find(Boolean);

/** The pass of a response, or the response itself until there is one. */
export const passFor = (answer) => passes.get(answer) ?? answer;

export const keepPass = (answer, pass) => pass && passes.set(answer, pass);

/** Replaces the response by its pass. */
export function insertPass(fields) {
  for (const name of FIELDS) if (passes.has(fields.get(name))) fields.set(name, passes.get(fields.get(name)));
}

/** Resets the widget: its response may be used up. Never fails: the page's script may be missing or broken. */
export function resetCaptcha(form) {
  for (const [selector, name] of Object.entries(WIDGETS)) {
    const widget = find(form, selector);
    try {
      if (widget) (name ? globalThis[name] : widget).reset();
    } catch {}
  }
}

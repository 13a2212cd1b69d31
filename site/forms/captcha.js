// Captchas of forms with files. A provider checks an answer once, and such a form needs it several times: the service gives a pass
// for the answer that comes with the first file.

/** The fields in which widgets put their answers. */
const FIELDS = ['altcha', 'cf-turnstile-response', 'h-captcha-response', 'g-recaptcha-response'];
/** The widgets that do not reset themselves with their form: the name of their script's object, and their class. */
const WIDGETS = { turnstile: '.cf-turnstile', hcaptcha: '.h-captcha', grecaptcha: '.g-recaptcha' };
/** The pass for each answer. */
const passes = new Map();

/** The answer in a form's fields, as the widget gave it. */
export const answerIn = (fields) => FIELDS.map((name) => fields.get(name)).find(Boolean);

/** What counts for an answer: its pass, or itself as long as there is none. */
export const passFor = (answer) => passes.get(answer) ?? answer;

export const keepPass = (answer, pass) => pass && passes.set(answer, pass);

/** Puts the pass in the place of the answer. */
export function insertPass(fields) {
  for (const name of FIELDS) if (passes.has(fields.get(name))) fields.set(name, passes.get(fields.get(name)));
}

/** Has people solve the captcha again: its answer may be used up. */
export function resetCaptcha(form) {
  form.querySelector('altcha-widget')?.reset();
  for (const [name, selector] of Object.entries(WIDGETS)) if (form.querySelector(selector)) globalThis[name]?.reset();
}

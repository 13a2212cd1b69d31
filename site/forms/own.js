/**
 * Reads or calls a member of a form or of the document on its prototype: elements can hide the member itself, such as
 * `<input name="reset">` in a form, or `<img name="createElement">` in the document.
 */
export function own(object, name, ...given) {
  const member = Reflect.get(Object.getPrototypeOf(object), name, object);
  return typeof member === 'function' ? member.apply(object, given) : member;
}

export const newElement = (tag, properties) => Object.assign(own(document, 'createElement', tag), properties);

export const find = (form, selector) => own(form, 'querySelector', selector);

/** Custom elements may not tell their form: they get no messages of their own. */
export const controlsOf = (form) => [...own(form, 'elements')].filter((control) => control.form === form);

/** True if this is a form to send. */
export const isOurs = (form) => form instanceof HTMLFormElement && own(form, 'matches', '[data-forms]');

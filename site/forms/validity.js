// Fields that the browser or the service finds invalid.

import { clearError, hiddenErrors, say, showError } from './feedback.js';
import { textOf } from './language.js';
import { controlsOf } from './own.js';

/** Fields that the service rejected, until they change or are sent again. */
const refused = new WeakSet();

/** Shows the browser's message. All enabled radio buttons of a required choice are invalid: the first says so. */
export function showInvalid(field) {
  const isSame = (each) =>
    each.type === 'radio' && each.willValidate && each.type === field.type && each.name === field.name;
  showError(controlsOf(field.form).find(isSame) ?? field, field.validationMessage);
}

/** Shows the error of each field, and marks the field invalid until it changes. */
export function showIssues(form, issues) {
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
  say(form, [textOf(form, 'failed'), ...hiddenErrors(form), ...others].join(' '));
}

/** Keeps fields invalid that the page's own script marked. */
export function release(field) {
  if (refused.delete(field)) field.setCustomValidity?.('');
  clearError(field);
}

export const releaseAll = (form) => controlsOf(form).forEach(release);

export function releaseRefused(form) {
  for (const field of controlsOf(form)) if (refused.has(field)) release(field);
}

// A form's messages: in its status, beside its fields, and for each file.

import { textOf } from './language.js';
import { controlsOf, find, newElement, own } from './own.js';

let lastId = 0;

/** The element of each file. */
const lines = new WeakMap();

function addError(after) {
  const error = newElement('p', { className: 'forms-error' });
  after.after(error);
  return error;
}

/** The form's status element, or one added at its end. */
export function statusOf(form) {
  const present = find(form, '[role="status"]');
  if (present) return present;
  const added = own(form, 'appendChild', newElement('p'));
  added.setAttribute('role', 'status');
  return added;
}

export const say = (form, text) => {
  statusOf(form).textContent = text;
};

/** The element for a field's error: the page's own, or one after the field. */
function errorOf(field) {
  const error =
    find(field.form, `[data-error-for="${CSS.escape(field.name)}"]`) ??
    own(document, 'getElementById', field.dataset.formsError) ??
    addError(field.closest('label') ?? field);
  error.id ||= `forms-error-${++lastId}`;
  field.dataset.formsError = error.id;
  return error;
}

const isShown = (element) =>
  element.checkVisibility?.({ visibilityProperty: true }) ?? element.getClientRects().length > 0;

const isInvalid = (field) => field.getAttribute('aria-invalid') === 'true';

export function showError(field, text) {
  const error = errorOf(field);
  error.textContent = text;
  for (let each = error; each; each = own(each, 'parentElement')) if (each.localName === 'details') each.open = true;
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== error.id);
  field.setAttribute('aria-describedby', [...described, error.id].join(' ').trim());
  field.setAttribute('aria-invalid', 'true');
  controlsOf(field.form)
    .find((each) => isInvalid(each) && isShown(each))
    ?.focus();
}

/** The errors that the page hides, such as in another step, each with its field's label. */
export const hiddenErrors = (form) =>
  controlsOf(form)
    .filter((field) => isInvalid(field) && field.dataset.formsError && !isShown(errorOf(field)))
    .map((field) => `${labelOf(field)}: ${errorOf(field).textContent}`);

function labelOf(field) {
  const label = field.labels?.[0]?.cloneNode(true);
  for (const inner of label?.querySelectorAll('input, select, textarea, button, .forms-error') ?? []) inner.remove();
  return label?.textContent.trim() || field.getAttribute('aria-label') || field.placeholder || field.name;
}

export function clearError(field) {
  if (!field.dataset.formsError) return;
  errorOf(field).textContent = '';
  field.removeAttribute('aria-invalid');
}

export const linesOf = (form) => [...own(form, 'querySelectorAll', '.forms-file')];

/** Shows a file after its field, with name, progress and a button. */
export function lineOf(field, file) {
  const present = lines.get(file);
  if (present?.isConnected) return present;
  const line = newElement('div', { className: 'forms-file' });
  const name = newElement('bdi', { textContent: file.name });
  const bar = newElement('progress', { max: file.size, value: 0 });
  bar.setAttribute('aria-label', file.name);
  const state = newElement('span');
  const button = newElement('button', { type: 'button' });
  line.append(name, ' ', bar, ' ', state, ' ', button);
  const place =
    linesOf(field.form)
      .filter((other) => other.field === field)
      .pop() ??
    field.closest('label') ??
    field;
  place.after(line);
  lines.set(file, line);
  return Object.assign(line, { field, bar, state, button });
}

export function showState({ field, bar, state, button }, stateName, buttonName, onPress) {
  state.textContent = stateName ? textOf(field.form, stateName) : '';
  button.hidden = !buttonName;
  if (!buttonName) return;
  button.textContent = textOf(field.form, buttonName);
  button.setAttribute('aria-label', `${button.textContent}: ${bar.getAttribute('aria-label')}`);
  button.onclick = onPress;
}

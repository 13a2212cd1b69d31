// A form's messages: in its status, beside its fields, and for each file.

const TEXTS = {
  sending: 'Sending …',
  busy: 'Many people are sending files: waiting for a moment …',
  sent: 'Thank you. Your message has been sent.',
  failed: 'Your message was not sent.',
  unsent: 'Not sent.',
  offline: 'Your message was not sent. Are you online?',
  waiting: 'Waiting for a connection …',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  retry: 'Try again',
  done: 'Done.',
};

/** Texts can be replaced by attributes such as `data-text-sent`. */
export const textOf = (form, name) => form.dataset[`text${name[0].toUpperCase()}${name.slice(1)}`] ?? TEXTS[name];

let lastId = 0;

/** The element of each file. */
const lines = new WeakMap();

function addElement(after, tag, properties = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  after.after(element);
  return element;
}

/** The form's status element, or one added at its end. */
export function statusOf(form) {
  const present = form.querySelector('[role="status"]');
  if (present) return present;
  const added = form.appendChild(document.createElement('p'));
  added.setAttribute('role', 'status');
  return added;
}

export const say = (form, text) => {
  statusOf(form).textContent = text;
};

/** The element for a field's error: the page's own, or one after the field. */
function errorOf(field) {
  const own = field.form.querySelector(`[data-error-for="${CSS.escape(field.name)}"]`);
  const error =
    own ??
    document.getElementById(field.dataset.formsError) ??
    addElement(field.closest('label') ?? field, 'p', { className: 'forms-error' });
  error.id ||= `forms-error-${++lastId}`;
  field.dataset.formsError = error.id;
  return error;
}

export function showError(field, text) {
  const error = errorOf(field);
  error.textContent = text;
  const described = new Set((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  field.setAttribute('aria-describedby', [...described.add(error.id)].join(' '));
  field.setAttribute('aria-invalid', 'true');
  const first = [...field.form.elements].find((each) => each.getAttribute('aria-invalid') === 'true');
  first?.focus();
}

export function clearError(field) {
  if (!field.dataset.formsError) return;
  errorOf(field).textContent = '';
  field.removeAttribute('aria-invalid');
}

export const linesOf = (form) => [...form.querySelectorAll('.forms-file')];

/** Shows a file after its field, with name, progress and a button. */
export function lineOf(field, file) {
  const present = lines.get(file);
  if (present?.isConnected) return present;
  const line = document.createElement('div');
  line.className = 'forms-file';
  const name = Object.assign(document.createElement('bdi'), { textContent: file.name });
  const bar = Object.assign(document.createElement('progress'), { max: file.size, value: 0 });
  bar.setAttribute('aria-label', file.name);
  const state = document.createElement('span');
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  line.append(name, ' ', bar, ' ', state, ' ', button);
  const place = linesOf(field.form).findLast((other) => other.field === field) ?? field.closest('label') ?? field;
  place.after(line);
  lines.set(file, line);
  return Object.assign(line, { field, bar, state, button });
}

export function showState({ field, bar, state, button }, stateName, buttonName, onPress) {
  state.textContent = stateName ? textOf(field.form, stateName) : '';
  button.hidden = !buttonName;
  if (!buttonName) return;
  button.textContent = textOf(field.form, buttonName);
  button.setAttribute('aria-label', `${button.textContent}: ${bar.ariaLabel}`);
  button.onclick = onPress;
}

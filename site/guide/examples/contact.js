const form = document.querySelector('#contact');
const fields = [...form.querySelectorAll('input, textarea')];
const button = form.querySelector('button');
const status = form.querySelector('[role="status"]');
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

// The service stores the same id once. A changed form gets a new id.
let id;
form.addEventListener('input', () => {
  id = undefined;
});

/** A ULID: ten digits of time, then random ones. */
function newId() {
  const now = Date.now();
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  const digits = [...bytes].map((byte, i) =>
    i < 10 ? Math.floor(now / 32 ** (9 - i)) : byte,
  );
  return digits.map((digit) => DIGITS[digit % 32]).join('');
}

// Shows the browser's own messages beside the fields instead of in bubbles.
form.noValidate = true;

function showFieldErrors() {
  for (const field of fields) {
    field.setAttribute('aria-invalid', String(!field.validity.valid));
    const error = document.querySelector(`#${field.id}-error`);
    error.textContent = field.validationMessage;
  }
  fields.find((field) => !field.validity.valid)?.focus();
}

async function send() {
  const body = new FormData(form);
  id ??= newId();
  body.set('_id', id);
  const response = await fetch(form.action, { method: 'POST', body });
  if (!response.ok) {
    const { message } = await response.json();
    return `Your message was not sent. ${message}`;
  }
  id = undefined;
  form.reset();
  return 'Thank you. Your message has been sent.';
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  showFieldErrors();
  if (!form.checkValidity()) return;
  button.disabled = true;
  status.textContent = 'Sending …';
  try {
    status.textContent = await send();
  } catch {
    status.textContent = 'Your message was not sent. Are you online?';
  }
  button.disabled = false;
});

const form = document.querySelector('#contact');
const fields = [...form.querySelectorAll('input, textarea')];
const button = form.querySelector('button');
const status = form.querySelector('[role="status"]');

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
  const response = await fetch(form.action, {
    method: 'POST',
    body: new FormData(form),
  });
  if (!response.ok) {
    const { message } = await response.json();
    return `Your message was not sent. ${message}`;
  }
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

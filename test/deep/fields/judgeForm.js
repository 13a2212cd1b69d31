// Runs in Chromium: validates each entry in a form created for it.

const FLAGS = [
  'valueMissing',
  'badInput',
  'typeMismatch',
  'patternMismatch',
  'tooLong',
  'tooShort',
  'rangeUnderflow',
  'rangeOverflow',
  'stepMismatch',
];

function controlOf({ name, type, required, multiple, min, max, step, pattern }, value) {
  const isInput = type !== 'textarea' && type !== 'select';
  const control = document.createElement(isInput ? 'input' : type);
  const attributes = { name, min, max, step, pattern, value, ...(isInput && { type }) };
  for (const [key, text] of Object.entries(attributes)) if (text !== undefined) control.setAttribute(key, text);
  return Object.assign(control, { ...(required && { required }), ...(multiple && { multiple }) });
}

function controlsOf({ rule, entered }) {
  const { type, multiple, options = [] } = rule;
  if (type === 'radio') {
    return options.map((value) => Object.assign(controlOf(rule, value), { checked: entered.includes(value) }));
  }
  const control = controlOf(rule);
  if (type === 'checkbox') control.checked = entered.length > 0;
  else if (type !== 'select') control.value = entered;
  else {
    const all = multiple ? options : ['', ...options];
    control.append(...all.map((value) => new Option(value, value, false, entered.includes(value))));
  }
  return [control];
}

globalThis.judgeCases = (cases) =>
  cases.map((one) => {
    const form = document.createElement('form');
    const controls = controlsOf(one);
    form.append(...controls);
    document.body.replaceChildren(form);
    const flags = FLAGS.filter((name) => controls.some(({ validity }) => validity[name]));
    return { isValid: form.checkValidity(), flags, sent: new FormData(form).getAll(one.rule.name).map(String) };
  });

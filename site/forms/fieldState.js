// A field's state: the chosen options, the checked state, or the text.

const isCheckable = ({ type }) => /^(radio|checkbox)$/.test(type);

export const stateOf = (field) =>
  field.selectedOptions
    ? Array.from(field.selectedOptions, (option) => option.value)
    : isCheckable(field)
      ? field.checked
      : field.value;

/** Changes a field as a person would: libraries such as React replace the element's own `value` and follow events. */
export function setState(field, state) {
  if (`${state}` === `${stateOf(field)}`) return;
  if (isCheckable(field)) {
    // A radio button is cleared by choosing another.
    if (state || field.type === 'checkbox') field.click();
    return;
  }
  if (field.options) for (const option of field.options) option.selected = state.includes(option.value);
  else Reflect.set(Object.getPrototypeOf(field), 'value', state, field);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

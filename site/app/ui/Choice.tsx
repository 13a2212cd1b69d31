import type { Signal } from '@preact/signals';

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: Signal<T>;
  options: Record<T, string>;
}

/** One of a few. */
export const Choice = <T extends string>({ legend, name, value, options }: ChoiceProps<T>) => (
  <fieldset class="choice">
    <legend>{legend}</legend>
    {(Object.entries(options) as [T, string][]).map(([option, label]) => (
      <label key={option} class="check">
        <input type="radio" name={name} checked={value.value === option} onChange={() => (value.value = option)} />
        {label}
      </label>
    ))}
  </fieldset>
);

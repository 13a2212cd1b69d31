interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: T;
  options: Record<T, string>;
  onChange: (value: T) => void;
}

/** A choice between a few options. */
export const Choice = <T extends string>({ legend, name, value, options, onChange }: ChoiceProps<T>) => (
  <fieldset class="choice">
    <legend>{legend}</legend>
    {(Object.entries(options) as [T, string][]).map(([option, label]) => (
      <label key={option} class="check">
        <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
        {label}
      </label>
    ))}
  </fieldset>
);

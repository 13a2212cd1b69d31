interface ChecksProps {
  legend: string;
  hint: string;
  name: string;
  options: Record<string, string>;
  chosen: readonly string[];
  problem?: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** A choice of any number of options. */
export const Checks = ({ legend, hint, name, options, chosen, problem, onChange }: ChecksProps) => (
  <fieldset class="choice" aria-describedby={`${name}-hint`}>
    <legend>{legend}</legend>
    <div class="checks">
      {Object.entries(options).map(([option, label]) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, option] : chosen.filter((each) => each !== option))
            }
          />
          <bdi>{label}</bdi>
        </label>
      ))}
    </div>
    {problem && <p class="field-problem">{problem}</p>}
    <p id={`${name}-hint`} class="hint">
      {hint}
    </p>
  </fieldset>
);

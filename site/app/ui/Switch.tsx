interface SwitchProps {
  name?: string;
  label: string;
  hint?: string;
  isOn: boolean;
  /** True if a change is being saved. It keeps the focus, unlike a disabled one. */
  isBusy?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A toggle. */
export const Switch = ({ name, label, hint, isOn, isBusy = false, onChange }: SwitchProps) => (
  <label class="switch">
    <input
      type="checkbox"
      name={name}
      role="switch"
      aria-checked={isOn}
      aria-disabled={isBusy}
      checked={isOn}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
      }}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      {label}
      {hint && <span class="hint">{hint}</span>}
    </span>
  </label>
);

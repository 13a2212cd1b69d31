interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  value: string;
  problem?: string | undefined;
  inputMode?: 'text' | 'url';
  placeholder?: string;
  /** Makes it a moment in the browser's time zone. */
  isMoment?: boolean;
  /** Makes it a text area. */
  isLong?: boolean;
  /** Makes it a choice of these values, with their labels. */
  options?: Record<string, string>;
  onInput: (text: string) => void;
}

/** A field with label, hint and error. */
export function Field({
  name,
  label,
  hint,
  value,
  problem,
  inputMode = 'text',
  placeholder,
  isMoment = false,
  isLong = false,
  options,
  onInput,
}: FieldProps) {
  const id = `field-${name}`;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    value,
    placeholder,
    dir: 'auto' as const,
    'aria-invalid': problem !== undefined,
    'aria-describedby': described || undefined,
    autocomplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onInput(currentTarget.value),
  };
  return (
    <div>
      <label for={id}>{label}</label>
      {options && (
        <select {...attributes}>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
      {isLong && <textarea rows={3} {...attributes} />}
      {isMoment && <input type="datetime-local" {...attributes} />}
      {!options && !isLong && !isMoment && <input inputMode={inputMode} {...attributes} />}
      {problem && (
        <p id={`${id}-problem`} class="field-problem">
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

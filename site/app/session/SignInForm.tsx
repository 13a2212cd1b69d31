import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { RequestFailed } from '../api/requestFailed.ts';
import { Problem } from '../ui/Problem.tsx';
import { useRequest } from '../ui/useRequest.ts';

interface SignInFormProps {
  label: string;
  hint?: string | undefined;
  input: ComponentProps<'input'>;
  typed: Signal<string>;
  submit: string;
  /** The button's label during the request. */
  busy: string;
  /** @throws RequestFailed */
  send: (typed: string) => Promise<unknown>;
  /** What to say to a status 401, if not the API's message. */
  refused?: string;
  children?: ComponentChildren;
}

/** A form with one field, which has the focus, also after a failure. */
export function SignInForm({ label, hint, input, typed, submit, busy, send, refused, children }: SignInFormProps) {
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const request = useRequest((refusal) => {
    failure.value = refusal;
    field.current?.select();
  });
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void request.send(() => send(typed.value.trim()));
      }}
    >
      <label>
        {label}
        <input
          ref={field}
          spellcheck={false}
          required
          aria-describedby={hint && hintId}
          {...input}
          value={typed}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </label>
      {hint && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
      {children}
      {failure.value?.status === 401 && refused ? (
        <p class="problem" role="alert">
          {refused}
        </p>
      ) : (
        <Problem failure={failure.value} />
      )}
      <button type="submit" disabled={request.isBusy}>
        {request.isBusy ? busy : submit}
      </button>
    </form>
  );
}

export const Keep = ({ isKept, label }: { isKept: Signal<boolean>; label: string }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={isKept.value}
      onChange={({ currentTarget }) => (isKept.value = currentTarget.checked)}
    />
    {label}
  </label>
);

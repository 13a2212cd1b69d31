import type { ComponentChildren } from 'preact';

interface FormProps {
  class?: string;
  submit: () => void;
  children: ComponentChildren;
}

/** A form that the API validates, except for dates that are typed in part. */
export const Form = ({ class: className = 'stack', submit, children }: FormProps) => (
  <form
    class={className}
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  >
    {children}
  </form>
);

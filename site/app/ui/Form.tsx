import type { ComponentChildren } from 'preact';

interface FormProps {
  class?: string;
  submit: () => void;
  children: ComponentChildren;
}

/** A form that the API validates. */
export const Form = ({ class: className = 'stack', submit, children }: FormProps) => (
  <form
    class={className}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  >
    {children}
  </form>
);

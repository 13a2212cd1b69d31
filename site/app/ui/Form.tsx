import type { ComponentChildren } from 'preact';

interface FormProps {
  class?: string;
  submit: () => void;
  /** Called with the name of a field that changes. */
  onEdit?: (name: string) => void;
  children: ComponentChildren;
}

/** A form that the API validates, except for dates that are typed in part. */
export const Form = ({ class: className = 'stack', submit, onEdit, children }: FormProps) => (
  <form
    class={className}
    onInput={({ target }) => {
      const { name, type } = target as HTMLInputElement;
      // A render before their own change event would restore the previous state.
      if (!/^(checkbox|radio)$/.test(type)) onEdit?.(name);
    }}
    onSubmit={(event) => {
      event.preventDefault();
      submit();
    }}
  >
    {children}
  </form>
);

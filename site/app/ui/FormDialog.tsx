import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { problemsByField, without } from '../api/problemsByField.ts';
import type { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from './Dialog.tsx';
import { Form } from './Form.tsx';
import { Problem } from './Problem.tsx';
import { useRequest } from './useRequest.ts';

interface FormDialogProps {
  title: string;
  /** The submit button's label. */
  submit: string;
  isDangerous?: boolean;
  isReady?: boolean;
  /**
   * The dialog closes when it is done.
   * @throws RequestFailed
   */
  save: () => Promise<unknown>;
  onClose: () => void;
  /** The form; as a function it gets the API's error for each field. */
  children: ComponentChildren | ((problems: Record<string, string>) => ComponentChildren);
}

/** A dialog with a form; shows why a request failed. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, isDangerous = false, isReady = true, save, onClose, children } = props;
  const failure = useSignal<RequestFailed | undefined>(undefined);
  const problems = useSignal<Record<string, string>>({});
  const { isBusy, send } = useRequest((refused) => {
    problems.value = typeof children === 'function' ? problemsByField(refused, {}) : {};
    failure.value = Object.keys(problems.value).length > 0 ? undefined : refused;
  }, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={() => void send(save)} onEdit={(name) => (problems.value = without(problems.value, name))}>
        {typeof children === 'function' ? children(problems.value) : children}
        <Problem failure={failure.value} />
        <div class="dialog-actions cluster">
          <button type="button" class="quiet" onClick={onClose}>
            {TEXTS.cancel}
          </button>
          <button type="submit" class={isDangerous ? 'danger' : undefined} disabled={isBusy || !isReady}>
            {submit}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

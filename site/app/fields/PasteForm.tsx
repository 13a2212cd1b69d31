import { useSignal } from '@preact/signals';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type PastedForm, rulesFromHtml } from './rulesFromHtml.ts';

const { fields: texts } = TEXTS;

interface PasteFormProps {
  endpoint: Endpoint;
  onRead: (form: PastedForm) => void;
  onClose: () => void;
}

/** Asks for a form's HTML and reads its fields. */
export function PasteForm({ endpoint, onRead, onClose }: PasteFormProps) {
  const html = useSignal('');
  const read = async () => {
    const form = rulesFromHtml(html.value, endpoint);
    if (form.fields.length === 0) throw new RequestFailed({ message: texts.nothingInForm });
    onRead(form);
  };
  return (
    <FormDialog
      title={texts.paste}
      submit={texts.pasteSubmit}
      isReady={html.value.trim() !== ''}
      save={read}
      onClose={onClose}
    >
      <Field
        name="html"
        label={texts.html}
        hint={texts.pasteText}
        isLong
        value={html.value}
        onInput={(text) => (html.value = text)}
      />
    </FormDialog>
  );
}

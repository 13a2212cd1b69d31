import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { type FormPart, fieldProps } from './fieldProps.ts';

const { fileForm: texts } = TEXTS;

/** Settings of files. */
export const FileFields = (part: FormPart) => (
  <>
    <Switch
      label={texts.title}
      hint={texts.text}
      isOn={part.draft.takesFiles}
      onChange={(takesFiles) => part.set({ takesFiles })}
    />
    {part.draft.takesFiles && (
      <>
        <Field {...fieldProps('maxCount', texts, part)} />
        <Field {...fieldProps('maxBytes', texts, part)} />
        <Field isLong {...fieldProps('types', texts, part)} />
      </>
    )}
  </>
);

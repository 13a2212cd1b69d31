import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { type FormPart, fieldProps, switchProps } from './fieldProps.ts';

const { fileForm: texts } = TEXTS;

/** Settings of files. */
export const FileFields = (part: FormPart) => (
  <>
    <Switch {...switchProps('takesFiles', texts, part)} />
    {part.draft.takesFiles && (
      <>
        <Field {...fieldProps('maxCount', texts, part)} />
        <Field {...fieldProps('maxBytes', texts, part)} />
        <Field isLong {...fieldProps('types', texts, part)} />
      </>
    )}
  </>
);

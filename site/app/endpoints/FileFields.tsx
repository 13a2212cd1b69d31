import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import type { EndpointDraft, FieldProblems } from './endpointFields.ts';

const { fileForm: texts } = TEXTS;

interface FileFieldsProps {
  draft: EndpointDraft;
  set: (changes: Partial<EndpointDraft>) => void;
  problems: FieldProblems;
}

/** Settings of files. */
export const FileFields = ({ draft, set, problems }: FileFieldsProps) => (
  <>
    <Switch
      label={texts.title}
      hint={texts.text}
      isOn={draft.takesFiles}
      onChange={(takesFiles) => set({ takesFiles })}
    />
    {draft.takesFiles &&
      (['maxCount', 'maxBytes', 'types'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          label={texts[name]}
          hint={texts.hint[name]}
          isLong={name === 'types'}
          value={draft[name]}
          problem={problems[name]}
          onInput={(text) => set({ [name]: text })}
        />
      ))}
  </>
);

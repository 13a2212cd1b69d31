import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { timeZone, zonedTime } from '../ui/localTime.ts';
import { Switch } from '../ui/Switch.tsx';
import { type FormPart, fieldProps, switchProps } from './fieldProps.ts';

const { form: texts } = TEXTS;

/** Settings of when and how the endpoint closes. */
export const ClosingFields = (part: FormPart) => (
  <>
    <Switch {...switchProps('isEnabled', texts, part)} />
    <Field isMoment {...fieldProps('closesAt', texts, part)} hint={momentHint(part.draft.closesAt)} />
    <Field {...fieldProps('maxSubmissions', texts, part)} />
    <Field isLong {...fieldProps('closedText', texts, part)} />
    <Switch {...switchProps('isArchived', texts, part)} />
  </>
);

/** States the entered moment with its time zone, also on a day with a clock change. */
function momentHint(text: string): string {
  const time = new Date(text);
  return texts.closes(timeZone(), Number.isNaN(time.getTime()) ? undefined : zonedTime(time));
}

import type { EndpointDraft, FieldProblems } from './endpointFields.ts';

/** The part of an endpoint's form that a component edits. */
export interface FormPart {
  draft: EndpointDraft;
  set: (changes: Partial<EndpointDraft>) => void;
  problems: FieldProblems;
}

type NamesOf<T> = { [Name in keyof EndpointDraft]: EndpointDraft[Name] extends T ? Name : never }[keyof EndpointDraft];

/** Labels and hints by field name. */
type Texts<Name extends string> = Record<Name, string> & { hints: { [name in string]?: string } };

/** The props of a text field. */
export const fieldProps = <Name extends NamesOf<string>>(
  name: Name,
  texts: Texts<Name>,
  { draft, set, problems }: FormPart,
) => ({
  name,
  label: texts[name],
  hint: texts.hints[name] ?? '',
  value: draft[name],
  problem: problems[name],
  onInput: (text: string) => set({ [name]: text }),
});

/** The props of a switch. */
export const switchProps = <Name extends NamesOf<boolean>>(
  name: Name,
  texts: Texts<Name>,
  { draft, set }: FormPart,
) => ({
  name,
  label: texts[name],
  hint: texts.hints[name] ?? '',
  isOn: draft[name],
  onChange: (isOn: boolean) => set({ [name]: isOn }),
});

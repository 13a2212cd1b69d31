import type { EndpointDraft, FieldProblems } from './endpointFields.ts';

/** The part of an endpoint's form that a component edits. */
export interface FormPart {
  draft: EndpointDraft;
  set: (changes: Partial<EndpointDraft>) => void;
  problems: FieldProblems;
}

type TextField = {
  [Name in keyof EndpointDraft]: EndpointDraft[Name] extends string ? Name : never;
}[keyof EndpointDraft];

/** The props of a text field, with its texts under the field's name. */
export const fieldProps = <Name extends TextField>(
  name: Name,
  texts: Record<Name, string> & { hints: Partial<Record<Name, string>> },
  { draft, set, problems }: FormPart,
) => ({
  name,
  label: texts[name],
  hint: texts.hints[name] ?? '',
  value: draft[name],
  problem: problems[name],
  onInput: (text: string) => set({ [name]: text }),
});

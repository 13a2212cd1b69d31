import type { Signal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';

const { format: texts } = TEXTS;

/** Headers as typed, one per line, or the removal of the stored ones. */
export interface HeaderDraft {
  text: string;
  isRemoved: boolean;
}

/** The request's `headers`; absent if they do not change. */
export interface HeaderChange {
  headers?: Record<string, string> | null;
}

export function headersOf({ text, isRemoved }: HeaderDraft): HeaderChange {
  if (isRemoved) return { headers: null };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return {};
  const entries = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.trim(), value.join(':').trim()];
  });
  return { headers: Object.fromEntries(entries) };
}

interface HeaderFieldsProps {
  draft: Signal<HeaderDraft>;
  /** The names of the stored headers. */
  stored: readonly string[];
  problem: string | undefined;
}

/** A webhook's headers; stored values are never shown. */
export const HeaderFields = ({ draft, stored, problem }: HeaderFieldsProps) => (
  <>
    {!draft.value.isRemoved && (
      <Field
        name="headers"
        label={texts.headers}
        hint={stored.length > 0 ? texts.headersKept(stored) : texts.headersHint}
        isLong
        value={draft.value.text}
        problem={problem}
        onInput={(text) => (draft.value = { text, isRemoved: false })}
      />
    )}
    {stored.length > 0 && (
      <Switch
        label={texts.removeHeaders}
        isOn={draft.value.isRemoved}
        onChange={(isRemoved) => (draft.value = { text: '', isRemoved })}
      />
    )}
  </>
);

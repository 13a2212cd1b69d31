import { useSignal } from '@preact/signals';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { CONSTRAINTS } from '../../../shared/fields/types.ts';
import { TEXTS } from '../texts/texts.ts';
import { Field } from '../ui/Field.tsx';
import { linesOfOptions, type RuleDraft, TEXT_PARTS, withFlag, withOptions, withText } from './ruleDraft.ts';

const { fields: texts } = TEXTS;

interface RulePartsProps {
  /** The rule's index. */
  index: number;
  rule: RuleDraft;
  set: (rule: RuleDraft) => void;
  problems: Partial<Record<keyof FieldRule, string>>;
}

/** The parts of a rule that apply to its type, and its message. */
export function RuleParts({ index, rule, set, problems }: RulePartsProps) {
  const parts = TEXT_PARTS.filter((part) => CONSTRAINTS[rule.type].includes(part));
  return (
    <div class="rule-parts">
      {parts.map((part) => (
        <Field
          key={part}
          name={`${index}-${part}`}
          label={texts.part[part]}
          hint={texts.hint[part] ?? (part === 'min' || part === 'max' ? texts.boundHint[rule.type] : undefined)}
          value={String(rule[part] ?? '')}
          problem={problems[part]}
          onInput={(text) => set(withText(rule, part, text))}
        />
      ))}
      {CONSTRAINTS[rule.type].includes('options') && (
        <Options index={index} rule={rule} set={set} problems={problems} />
      )}
      <Field
        name={`${index}-message`}
        label={texts.part.message}
        hint={texts.hint.message}
        value={rule.message ?? ''}
        problem={problems.message}
        onInput={(text) => set(withText(rule, 'message', text))}
      />
      {CONSTRAINTS[rule.type].includes('multiple') && (
        <label class="check">
          <input
            type="checkbox"
            checked={rule.multiple === true}
            onChange={({ currentTarget }) => set(withFlag(rule, 'multiple', currentTarget.checked))}
          />
          {texts.part.multiple}
        </label>
      )}
    </div>
  );
}

/** Options, one per line. Blank lines are kept while typing. */
function Options({ index, rule, set, problems }: RulePartsProps) {
  const typed = useSignal<{ text: string; options: FieldRule['options'] }>({ text: '', options: undefined });
  const text = typed.value.options === rule.options ? typed.value.text : linesOfOptions(rule.options);
  return (
    <Field
      name={`${index}-options`}
      label={texts.part.options}
      hint={texts.hint.options}
      isLong
      value={text}
      problem={problems.options}
      onInput={(lines) => {
        const changed = withOptions(rule, lines);
        typed.value = { text: lines, options: changed.options };
        set(changed);
      }}
    />
  );
}

import { useSignal } from '@preact/signals';
import { FIELD_TYPES, type FieldType } from '../../../shared/contract/choices.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { CONSTRAINTS } from '../../../shared/fields/types.ts';
import { sentence } from '../api/problemsByField.ts';
import { TEXTS } from '../texts/texts.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { RuleParts } from './RuleParts.tsx';
import { type RuleDraft, withFlag, withText } from './ruleDraft.ts';
import type { RuleProblem } from './ruleProblems.ts';

const { fields: texts } = TEXTS;
/** Parts with a column. */
const COLUMNS = ['name', 'label', 'type', 'required'] as const;
const COLUMNS_COUNT = COLUMNS.length + 1;

interface RuleRowProps {
  /** The rule's index. */
  index: number;
  isLast: boolean;
  rule: RuleDraft;
  problems: readonly RuleProblem[];
  set: (rule: RuleDraft) => void;
  /** Moves the rule up or down by one. */
  move: (by: 1 | -1) => void;
  remove: () => void;
}

/** A rule: its columns, its problems, and its other parts when expanded. */
export function RuleRow({ index, isLast, rule, problems, set, move, remove }: RuleRowProps) {
  const isOpened = useSignal(false);
  const byPart = sentencesByPart(problems);
  const inColumns = problems.filter(({ part }) => part === undefined || COLUMNS.some((column) => column === part));
  const isOpen = isOpened.value || inColumns.length < problems.length;
  const about = (part: string) => texts.of(part, rule.name);
  const text = (part: 'name' | 'label') => (
    <input
      id={`field-${index}-${part}`}
      aria-label={about(texts.column[part])}
      aria-invalid={byPart[part] !== undefined}
      aria-describedby={byPart[part] && `rule-${index}-problems`}
      autocomplete="off"
      dir="auto"
      value={rule[part] ?? ''}
      onInput={({ currentTarget }) => set(withText(rule, part, currentTarget.value))}
    />
  );
  return (
    <tbody class="rule">
      <tr>
        <td data-label={texts.column.name}>{text('name')}</td>
        <td data-label={texts.column.label}>{text('label')}</td>
        <td data-label={texts.column.type}>
          <select
            aria-label={about(texts.column.type)}
            value={rule.type}
            onChange={({ currentTarget }) => set({ ...rule, type: currentTarget.value as FieldType })}
          >
            {FIELD_TYPES.map((type) => (
              <option key={type} value={type} selected={type === rule.type}>
                {type}
              </option>
            ))}
          </select>
        </td>
        <td data-label={texts.column.required}>
          <input
            type="checkbox"
            aria-label={about(texts.column.required)}
            disabled={!CONSTRAINTS[rule.type].includes('required')}
            checked={rule.required === true}
            onChange={({ currentTarget }) => set(withFlag(rule, 'required', currentTarget.checked))}
          />
        </td>
        <td class="rule-actions">
          <div>
            <button
              type="button"
              class="quiet"
              aria-expanded={isOpen}
              aria-label={about(texts.column.more)}
              onClick={() => (isOpened.value = !isOpen)}
            >
              {texts.column.more}
            </button>
            <IconButton icon="up" label={about(texts.up)} disabled={index === 0} onClick={() => move(-1)} />
            <IconButton icon="down" label={about(texts.down)} disabled={isLast} onClick={() => move(1)} />
            <IconButton icon="trash" label={about(texts.remove)} title={texts.remove} onClick={remove} />
          </div>
        </td>
      </tr>
      {inColumns.length > 0 && (
        <tr>
          <td colSpan={COLUMNS_COUNT} id={`rule-${index}-problems`}>
            {inColumns.map((each) => (
              <p key={each.problem} class="field-problem">
                {each.part ? `${texts.part[each.part]} ${each.problem}.` : sentence(each.problem)}
              </p>
            ))}
          </td>
        </tr>
      )}
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS_COUNT}>
            <RuleParts index={index} rule={rule} set={set} problems={byPart} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

const sentencesByPart = (problems: readonly RuleProblem[]): Partial<Record<keyof FieldRule, string>> =>
  Object.fromEntries(problems.map(({ part, problem }) => [part, sentence(problem)]));

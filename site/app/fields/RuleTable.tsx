import { TEXTS } from '../texts/texts.ts';
import { Columns } from '../ui/Columns.tsx';
import { RuleRow } from './RuleRow.tsx';
import type { RuleDraft } from './ruleDraft.ts';
import type { RuleProblem } from './ruleProblems.ts';

const { column } = TEXTS.fields;

interface RuleTableProps {
  rules: readonly RuleDraft[];
  /** By the rule's index. */
  problems: ReadonlyMap<number, readonly RuleProblem[]>;
  /** @param edited the index of the only changed rule; other changes move rules */
  set: (rules: readonly RuleDraft[], edited?: number) => void;
}

/** The rules in the order of the form. */
export function RuleTable({ rules, problems, set }: RuleTableProps) {
  const move = (from: number, by: 1 | -1) => {
    const moved = [...rules];
    moved.splice(from + by, 0, ...moved.splice(from, 1));
    set(moved);
  };
  return (
    <table class="rules">
      <Columns names={[column.name, column.label, column.type, column.required]} actions={column.actions} />
      {rules.map((rule, index) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
          key={index}
          index={index}
          isLast={index === rules.length - 1}
          rule={rule}
          problems={problems.get(index) ?? []}
          set={(changed) => set(rules.with(index, changed), index)}
          move={(by) => move(index, by)}
          remove={() => set(rules.toSpliced(index, 1))}
        />
      ))}
    </table>
  );
}

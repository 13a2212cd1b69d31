import { inputProblems } from '../../../shared/contract/errors.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import type { RequestFailed } from '../api/requestFailed.ts';

/** A problem that the API reports about a rule. */
export interface RuleProblem {
  /** Absent if it concerns the rule as a whole. */
  part: keyof FieldRule | undefined;
  problem: string;
}

/** Problems by the rule's index; undefined if any of them concerns no rule. */
export function problemsByRule({ message }: RequestFailed): Map<number, RuleProblem[]> | undefined {
  const problems = inputProblems(message);
  const byRule = new Map<number, RuleProblem[]>();
  for (const { path, problem } of problems) {
    const [, place, part] = /^fields\[(\d+)\](?:\.(\w+))?/.exec(path) ?? [];
    if (place === undefined) return undefined;
    const index = Number(place);
    byRule.set(index, [...(byRule.get(index) ?? []), { part: part as keyof FieldRule | undefined, problem }]);
  }
  return problems.length > 0 ? byRule : undefined;
}

import { Template } from '../../local/template.ts';
import { totalBeyondFree, totalOnEssentials } from '../cost/bill.ts';
import { estimate } from '../cost/estimate.ts';
import { factsOf } from '../cost/stackFacts.ts';
import { workloadOf } from '../cost/workload.ts';

/** Submissions a month, with one mail each, for the displayed cost. */
const VOLUMES = [0, 1_000, 100_000];

export interface MonthlyCost {
  submissions: number;
  usd: number;
}

/** The monthly cost of a stack, from its template and SES's plan, at us-east-1 prices beyond AWS's free tier. */
export function monthlyCost(template: string, hasEssentials: boolean): MonthlyCost[] {
  const facts = factsOf(new Template('', JSON.parse(template).Resources));
  const total = hasEssentials ? totalOnEssentials : totalBeyondFree;
  return VOLUMES.map((submissions) => ({ submissions, usd: total(estimate(workloadOf(submissions), facts)) }));
}

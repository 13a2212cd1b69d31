import { Template } from '../../local/template.ts';
import { totalBeyondFree, totalOnEssentials } from '../cost/bill.ts';
import { estimate } from '../cost/estimate.ts';
import { factsOf } from '../cost/stackFacts.ts';
import { workloadOf } from '../cost/workload.ts';

/** Submissions a month, each with one mail, for which the cost is shown. */
const VOLUMES = [0, 1_000, 100_000];

export interface MonthlyCost {
  submissions: number;
  usd: number;
}

/** What a stack costs a month by its template and SES's plan; prices of us-east-1 beyond what AWS gives for nothing. */
export function monthlyCost(template: string, hasEssentials: boolean): MonthlyCost[] {
  const facts = factsOf(new Template('', JSON.parse(template).Resources));
  const total = hasEssentials ? totalOnEssentials : totalBeyondFree;
  return VOLUMES.map((submissions) => ({ submissions, usd: total(estimate(workloadOf(submissions), facts)) }));
}

import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface MonthlyBudgetProps {
  /** For the whole account: a stack's own costs are only known if its tags are activated for billing. */
  monthlyBudgetUsd: number;
  alarmAddress: string;
}

/** When to send a mail: percentage of the budget, of actual or forecast costs. */
const WARNINGS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/** Sends warnings before and when the monthly costs exceed the budget. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { monthlyBudgetUsd, alarmAddress }: MonthlyBudgetProps) {
    super(scope, id);
    // Unnamed: changing the subscribers replaces the budget while the old one still exists, and names are unique in an
    // account, across regions.
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' } },
      notificationsWithSubscribers: WARNINGS.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: alarmAddress }],
      })),
    });
  }
}

import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface MonthlyBudgetProps {
  /** Of the whole account: a stack's own costs are known only where its tags were activated for billing. */
  monthlyBudgetUsd: number;
  alarmAddress: string;
}

/** When a mail is sent: part of the budget in percent, of what was spent or of what the month will cost. */
const WARNINGS = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'ACTUAL', threshold: 100 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/** Mails a warning before and when a month costs more than it should. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { monthlyBudgetUsd, alarmAddress }: MonthlyBudgetProps) {
    super(scope, id);
    // Unnamed: changing the subscribers replaces the budget while the old one still exists, and names are unique in an
    // account, across regions.
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: WARNINGS.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: alarmAddress }],
      })),
    });
  }
}

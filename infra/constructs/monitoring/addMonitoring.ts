import type { Construct } from 'constructs';
import { RELEASED_GRADUALLY } from '../../access/index.ts';
import type { Settings } from '../../settings.ts';
import { CanaryDeployment } from '../functions/canaryDeployment.ts';
import { Monitoring } from './monitoring.ts';
import { MonthlyBudget } from './monthlyBudget.ts';
import type { ServiceParts } from './serviceParts.ts';

/** Adds alarms and a dashboard and, depending on the settings, canary deployments and a budget. */
export function addMonitoring(scope: Construct, settings: Settings, parts: ServiceParts): Monitoring {
  const { receiver, probe } = parts;
  const monitoring = new Monitoring(scope, 'Monitoring', { settings, parts });
  const { alarmAddress, monthlyBudgetUsd, canary } = settings;
  if (canary && probe) {
    const props = { alias: receiver.alias, alarms: monitoring.ofNewVersion, check: probe.function };
    new CanaryDeployment(scope, 'Canary', { name: RELEASED_GRADUALLY, ...props });
  }
  if (alarmAddress && monthlyBudgetUsd) new MonthlyBudget(scope, 'Budget', { alarmAddress, monthlyBudgetUsd });
  return monitoring;
}

import type { Choices } from '../setup/choices.ts';
import { PRINTING } from '../setup/print.ts';
import { AGREEING } from '../setup/questions.ts';
import { isHealthy, StepRun } from '../setup/runSteps.ts';
import { type CommandOptions, realOutside, Setup } from '../setup/setup.ts';
import { credentials } from '../setup/steps/credentials.ts';
import { deploy } from '../setup/steps/deploy.ts';
import { openRoute } from '../setup/steps/openRoute.ts';

export interface DeploymentOptions {
  /** Settings for this deployment only. */
  context: Record<string, string>;
  isUnattended: boolean | undefined;
  wishes: Pick<CommandOptions, 'forget' | 'withoutRecord'>;
}

/** The steps of a deployment. */
export const DEPLOYMENT_STEPS = [credentials, deploy, openRoute];

/** Runs the steps of setup that deploy, and prints their reports. Sets the exit status. */
export async function runDeployment(choices: Choices, options: DeploymentOptions): Promise<void> {
  const outside = realOutside(options.context, options.isUnattended, AGREEING);
  const setup = new Setup(outside, choices, { ...options.wishes, deploysAlways: true });
  const stepRun = new StepRun(setup, { mode: 'apply', skip: [], waitMs: 0, listener: PRINTING });
  if (!isHealthy(await stepRun.run(DEPLOYMENT_STEPS))) process.exitCode = 1;
}

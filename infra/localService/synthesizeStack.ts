import { App } from 'aws-cdk-lib';
import { FEATURE_FLAGS } from '../featureFlags.ts';
import { FormsStack } from '../formsStack.ts';
import type { Settings } from '../settings.ts';

/** Skips template validation, four fifths of a synthesis (6 of 7.3 s of processor time); `npm run synth` does it. */
export const QUICK_APP = {
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  treeMetadata: false,
  stackTraces: false,
  context: FEATURE_FLAGS,
};

export const STACK_ID = 'Forms';

/** Synthesizes the app into a folder, as `cdk deploy` would. */
export function synthesizeStack(outdir: string, settings: Settings): void {
  const app = new App({ ...QUICK_APP, outdir, postCliContext: CLI_CONTEXT });
  new FormsStack(app, STACK_ID, settings);
  app.synth();
}

/** Context that the `cdk` command adds: paths and asset folders in the template's metadata. */
const CLI_CONTEXT = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

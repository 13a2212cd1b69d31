import { App } from 'aws-cdk-lib';
import { FEATURE_FLAGS } from '../featureFlags.ts';
import { FormsStack } from '../formsStack.ts';
import { readSettings, SETTING_FIELDS } from '../settings.ts';

/** Skips template validation, four fifths of a synthesis (6 of 7.3 s of processor time); `npm run synth` does it. */
export const QUICK_APP = {
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  treeMetadata: false,
  stackTraces: false,
  context: FEATURE_FLAGS,
};

export const STACK_ID = 'Forms';

/**
 * Synthesizes the app into a folder, as `cdk deploy` would.
 * @throws Error that lists every wrong or unknown setting
 */
export function synthesizeStack(outdir: string, settings: Record<string, unknown>): void {
  checkNames(settings);
  const app = new App({ ...QUICK_APP, outdir, postCliContext: CLI_CONTEXT });
  new FormsStack(
    app,
    STACK_ID,
    readSettings((name) => settings[name]),
  );
  app.synth();
}

function checkNames(settings: Record<string, unknown>): void {
  const known = Object.keys(SETTING_FIELDS);
  const unknown = Object.keys(settings).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown settings: ${unknown.join(', ')}. The settings are ${known.join(', ')}.`);
}

/** Context that the `cdk` command adds: paths and asset folders in the template's metadata. */
const CLI_CONTEXT = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

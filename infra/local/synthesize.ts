import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { FEATURE_FLAGS } from '../featureFlags.ts';
import { FormsStack } from '../formsStack.ts';
import { readSettings, SETTING_FIELDS } from '../settings.ts';
import { Template } from './template.ts';

/** Validating the template takes four fifths of a synthesis (6 of 7.3 s of processor time); `npm run synth` does it. */
export const QUICK_APP = { analyticsReporting: false, builtinCloudFormationValidation: false, context: FEATURE_FLAGS };

/** @throws Error that names what is no setting, and those there are */
export function checkSettingNames(context: Record<string, string>): void {
  const known = Object.keys(SETTING_FIELDS);
  const unknown = Object.keys(context).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`No setting: ${unknown.join(', ')}. The settings are ${known.join(', ')}.`);
}

/**
 * Synthesizes the app as `cdk deploy` would, into a folder of its own.
 * @throws Error that names every setting that is wrong
 */
export function synthesize(outdir: string, settings: Record<string, unknown>): Template {
  const app = new App({ ...QUICK_APP, outdir: join(outdir, 'cdk.out'), postCliContext: CLI_CONTEXT });
  const stack = new FormsStack(
    app,
    'Forms',
    readSettings((name) => settings[name]),
  );
  const assembly = app.synth();
  return new Template(assembly.directory, assembly.getStackByName(stack.stackName).template.Resources);
}

/** What the cdk command line adds: paths and asset folders in the template's metadata. */
const CLI_CONTEXT = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

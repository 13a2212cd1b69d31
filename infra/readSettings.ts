import * as z from 'zod';
import { nearestName } from '../shared/contract/nearestName.ts';
import { DEFAULT_STAGE, SETTING_FIELDS, Settings } from './settings.ts';

/** Settings of single stages: `stages` in the context, by stage name. */
const Stages = z.record(z.string(), z.record(z.string(), z.unknown(), 'must be an object of settings')).optional();

/** Settings of one stack: outside `stages`, they are those of production. */
export const OF_ONE_STACK: readonly string[] = [
  'stackName',
  'apiDomain',
  'siteDomain',
  'siteUrl',
  'tableStreamArn',
  'probeEndpoint',
];
/** Requirements of host names; a general certificate may cover those of several stages. */
const OF_HOST_NAMES = ['certificateArn', 'hostedZoneId'];

/** The general settings that apply to a stage with these settings of its own. */
function inherited(general: Record<string, unknown>, stage: unknown, ofStage: Record<string, unknown>) {
  if (stage === DEFAULT_STAGE) return general;
  const hasHostName = ofStage.apiDomain !== undefined || ofStage.siteDomain !== undefined;
  const left = new Set([...OF_ONE_STACK, ...(hasHostName ? [] : OF_HOST_NAMES)]);
  return Object.fromEntries(Object.entries(general).filter(([name]) => !left.has(name)));
}

/** Settings of earlier versions, with the behaviour that replaces them. */
const GONE: Record<string, string> = { landingPage: '`/` leads to the dashboard' };

/** Further names allowed in the context of cdk.json; the CDK's own have other characters. */
const OTHER_CONTEXT = ['stages', 'setup'];
const NAME_PATTERN = /^[A-Za-z]\w*$/;

/**
 * Reads the settings from the app's context. A stage's value overrides the general one; settings of one stack have none.
 * @param defaults for settings without a default of their own
 * @throws Error that names every missing, wrong or unknown setting, and how to pass it
 */
export function readSettings(context: Record<string, unknown>, defaults: Partial<Settings> = {}): Settings {
  const names = Object.keys(SETTING_FIELDS);
  const stages = Stages.safeParse(context.stages);
  if (!stages.success) throw settingsError(['stages must have an object of settings for each stage']);
  const { stage = DEFAULT_STAGE } = context;
  const ofStage = stages.data === undefined ? {} : stages.data[String(stage)];
  if (!ofStage) throw settingsError([`"stage" must be one of: ${Object.keys(stages.data ?? {}).join(', ')}`]);
  const outside = Object.entries(context).filter(([, value]) => value !== undefined);
  const general = inherited(Object.fromEntries(outside), stage, ofStage);
  const given: Record<string, unknown> = { ...defaults, ...general, ...ofStage, stage };
  const unknown = Object.keys(given).filter(
    (name) => !names.includes(name) && (name in ofStage || (NAME_PATTERN.test(name) && !OTHER_CONTEXT.includes(name))),
  );
  const result = Settings.safeParse(given);
  if (result.success && unknown.length === 0) return result.data;
  throw settingsError([
    ...unknown.map((name) => {
      const place = name in ofStage ? ` (in the stage ${stage})` : '';
      if (GONE[name]) return `${name} is no longer a setting${place}, remove it: ${GONE[name]}`;
      const nearest = nearestName(name, names);
      return `${name} is not a setting${place}${nearest ? `: did you mean ${nearest}?` : ''}`;
    }),
    ...(result.error?.issues ?? []).map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${given[name] === undefined ? `is missing: it ${message}` : message}`;
    }),
  ]);
}

const settingsError = (problems: string[]): Error =>
  new Error(
    `The settings are incomplete or invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}\n` +
      'Set them in the "context" of cdk.json, or with --context name=value. docs/settings.md has them all.',
  );

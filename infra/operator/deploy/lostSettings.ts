import * as z from 'zod';
import { DEFAULT_STAGE, SETTING_LOSSES, stackNameOf } from '../../settings.ts';

/** Settings as a stack records them, with any version of this service. */
const RecordedSettings = z.looseObject({ stage: z.string(), stackName: z.string() });
export type RecordedSettings = z.output<typeof RecordedSettings>;

/** Parses a stack's record of its settings; undefined when it is none. */
export function parseSettings(record: unknown): RecordedSettings | undefined {
  try {
    return RecordedSettings.parse(JSON.parse(String(record)));
  } catch {
    return undefined;
  }
}

/** A setting that the next deployment would set back, with what it then removes or hides. */
export interface LostSetting {
  name: string;
  was: unknown;
  loses: string;
}

/** Compares the settings of a deployed stack with those of its next deployment. */
export function lostSettings(deployed: RecordedSettings, next: RecordedSettings): LostSetting[] {
  return [...SETTING_LOSSES].flatMap(([name, { loses, at }]) => {
    const was = deployed[name];
    const isSetBack = was !== undefined && was !== at && next[name] === at;
    return isSetBack && !isLess(was, at) ? [{ name, was, loses }] : [];
  });
}

/** A number that rises to its default, such as the days that logs are kept, loses nothing. */
const isLess = (was: unknown, at: unknown): boolean => typeof was === 'number' && typeof at === 'number' && was < at;

/**
 * Which setting was probably left out when a stack that does not exist yet is about to be deployed beside others.
 * Undefined when its name or its stage was given.
 */
export function missingName(next: RecordedSettings, others: RecordedSettings[]): 'stackName' | 'stage' | undefined {
  if (next.stackName !== stackNameOf(next.stage)) return undefined;
  if (others.some(({ stage }) => stage === next.stage)) return 'stackName';
  return next.stage === DEFAULT_STAGE && others.length > 0 ? 'stage' : undefined;
}

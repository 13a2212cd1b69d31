import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { OF_ONE_STACK, readSettings } from '../../readSettings.ts';
import { DEFAULT_STAGE, type Settings } from '../../settings.ts';
import { UsageError } from '../../tools/program.ts';
import { writeWhole } from '../../tools/writeWhole.ts';

const Addresses = z.array(z.email('must be addresses, such as you@example.com')).min(1);

/** The identity to verify in SES: a sender's address or its whole domain. */
const IdentityKind = z.enum(['address', 'domain'], 'must be address or domain');

/** Values that setup stores for a stack besides its settings. */
export const Remembered = z.object({
  /** Skipped steps. */
  skip: z.array(z.string()).optional(),
  senderIdentity: IdentityKind.optional(),
  confirmationIdentity: IdentityKind.optional(),
  /** Recipients of submissions to the first endpoint. */
  recipients: Addresses.optional(),
  /** Who signs in by mail as the owner of the workspace. */
  owner: z.string().optional(),
  workspaceId: z.string().optional(),
  endpointId: z.string().optional(),
  testSubmissionId: z.string().optional(),
  /** The quota of SES that setup saved as settings. */
  quota: z.object({ mailsPerSecond: z.number(), mailsPerDay: z.number() }).partial().optional(),
  /** Leftovers of a stack that is being removed. */
  removing: z
    .object({
      tables: z.array(z.string()),
      buckets: z.array(z.string()),
      /** Tables to export, each with the bucket of its files. */
      stores: z.array(z.object({ tableName: z.string(), fileBucket: z.string().optional() })).default([]),
    })
    .optional(),
  /** True if nothing is under way any more since the removal closed the form route. */
  isSettled: z.boolean().optional(),
  /** The folder of the export that belongs to the removal under way. */
  exportFolder: z.string().optional(),
});
export type Remembered = z.output<typeof Remembered>;

/** The settings that setup chooses. */
type ChosenSetting = 'senderAddress' | 'alarmAddress' | 'workspaceOwners' | 'mailsPerSecond' | 'mailsPerDay';

type Context = Record<string, unknown> & {
  stages?: Record<string, Record<string, unknown>>;
  setup?: Record<string, unknown>;
};

interface CdkFile {
  context?: Context;
}

export interface ChoicesOptions {
  /** cdk.json. */
  file: string;
  /** Default: that in the context, or production. */
  stage?: string | undefined;
  /** True to write changes to the file. */
  isSaved: boolean;
  /** The folder of the CDK's file for this user. */
  home?: string;
  /** Settings for this run only. */
  once?: Record<string, string>;
}

/** Placeholder for a sender that is not chosen yet; settings without one count as missing. */
const NO_SENDER = { senderAddress: 'sender-address-is-missing@example.com' };

/**
 * The choices, in the `context` of cdk.json: settings where the CDK's command line looks for them, everything else
 * below `setup`, by stack and region.
 */
export class Choices {
  readonly #options: ChoicesOptions;
  readonly stage: string;
  #content: CdkFile;
  /** The CDK's other file of settings, which cdk.json overrides. */
  readonly #elsewhere: Context;
  /** Read from the content; parsing takes half a millisecond. */
  #settings: Settings | undefined;

  /** @throws UsageError when the file cannot be read */
  constructor(options: ChoicesOptions) {
    this.#options = options;
    const { file, home = homedir() } = options;
    this.#content = readCdkFile(file);
    const ofUser = join(home, '.cdk.json');
    const ofProject = join(dirname(file), 'cdk.context.json');
    this.#elsewhere = {
      ...(existsSync(ofUser) && readCdkFile(ofUser).context),
      ...(existsSync(ofProject) && readCdkFile(ofProject)),
    };
    const { stage = { ...this.#elsewhere, ...this.#content.context }.stage } = options;
    this.stage = String(stage ?? DEFAULT_STAGE);
    // Reports invalid settings before anything else.
    this.settings();
  }

  /**
   * All settings, with their defaults.
   * @throws Error that names every invalid one
   */
  settings(): Settings {
    this.#settings ??= this.#read();
    return this.#settings;
  }

  #read(): Settings {
    const { stages, ...context }: Context = { ...this.#elsewhere, ...this.#content.context };
    const { once } = this.#options;
    const { stage } = this;
    if (stage !== DEFAULT_STAGE) requireOfStages(once, stage);
    const given = { ...context, ...once, ...(stages && { stages }), stage };
    return readSettings(given, NO_SENDER);
  }

  /** The value of a setting in the file. */
  setting<Name extends keyof Settings>(name: Name): Settings[Name] | undefined {
    return this.#isGiven(name) ? this.settings()[name] : undefined;
  }

  setSetting<Name extends ChosenSetting>(name: Name, value: NonNullable<Settings[Name]>): void {
    this.#change((context) => {
      const { stage } = this;
      if (this.#isGeneral(context)) context[name] = value;
      else {
        context.stages ??= { [DEFAULT_STAGE]: {} };
        context.stages[stage] = { ...context.stages[stage], [name]: value };
      }
    });
  }

  /** Deletes a setting of the stage. */
  unset(name: string): void {
    this.#change((context) => delete this.#placeOf(context)?.[name]);
  }

  /** True if the file has a setting for this stage, which others do not use. */
  owns(name: string): boolean {
    return this.#placeOf(this.#content.context ?? {})?.[name] !== undefined;
  }

  #placeOf(context: Context): Record<string, unknown> | undefined {
    return this.#isGeneral(context) ? context : context.stages?.[this.stage];
  }

  /** True if the stage uses the general settings, which other stages may share. */
  #isGeneral({ stages }: Context): boolean {
    const { stage } = this;
    return stage === DEFAULT_STAGE && !stages?.[stage];
  }

  remembered(region: string): Remembered {
    const parsed = Remembered.safeParse(this.#content.context?.setup?.[this.#key(region)] ?? {});
    if (parsed.success) return parsed.data;
    throw new UsageError(`"setup" in ${this.#options.file} is invalid: ${z.prettifyError(parsed.error)}`);
  }

  /** Stores these values; undefined removes one. */
  remember(region: string, changes: Remembered): void {
    const key = this.#key(region);
    this.#change((context) => {
      const { [key]: _, ...others } = context.setup ?? {};
      const merged = Remembered.parse({ ...this.remembered(region), ...changes });
      const isEmpty = Object.values(merged).every((value) => value === undefined);
      context.setup = isEmpty ? others : { ...others, [key]: merged };
      if (Object.keys(context.setup).length === 0) delete context.setup;
    });
  }

  #key(region: string): string {
    return `${this.settings().stackName}/${region}`;
  }

  #isGiven(name: string): boolean {
    const { stages, ...context } = { ...this.#elsewhere, ...this.#content.context, ...this.#options.once } as Context;
    const isInherited = this.stage === DEFAULT_STAGE || !OF_ONE_STACK.includes(name);
    return (isInherited && context[name] !== undefined) || stages?.[this.stage]?.[name] !== undefined;
  }

  /** Changes the file as it is now: another stage's setup or a person may have changed it since it was read. */
  #change(edit: (context: Context) => unknown): void {
    const { file, isSaved } = this.#options;
    if (isSaved) this.#content = readCdkFile(file);
    this.#content.context ??= {};
    edit(this.#content.context);
    this.#settings = undefined;
    this.settings();
    if (isSaved) writeWhole(file, asText(this.#content), statSync(file).mode);
  }
}

/** @throws UsageError for a setting of one stack, which a stage has in the file only */
function requireOfStages(once: Record<string, string> = {}, stage: string): void {
  const name = OF_ONE_STACK.find((each) => once[each] !== undefined);
  if (name) throw new UsageError(`${name} belongs to one stack: set it in cdk.json, in "stages", for ${stage}.`);
}

function readCdkFile(file: string): CdkFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Keeps a list of texts on one line if it fits. */
const asText = (content: CdkFile): string =>
  `${JSON.stringify(content, null, 2).replace(/\[\s+("[^"\n]*"(?:,\s+"[^"\n]*")*)\s+\]/g, (list, items: string) => {
    const line = `[${items.replace(/,\s+/g, ', ')}]`;
    return line.length <= 80 ? line : list;
  })}\n`;

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Choices } from '../../../infra/operator/setup/choices.ts';
import { createClients } from '../../../infra/operator/setup/clients.ts';
import { AGREEING, type Questions } from '../../../infra/operator/setup/questions.ts';
import { REMOVAL_STEPS } from '../../../infra/operator/setup/removal/index.ts';
import { type Listener, type Mode, type StepReport, StepRun } from '../../../infra/operator/setup/runSteps.ts';
import { type CommandOptions, type Outside, Setup } from '../../../infra/operator/setup/setup.ts';
import type { Step } from '../../../infra/operator/setup/step.ts';
import { STEPS } from '../../../infra/operator/setup/steps/index.ts';
import { type Account, passTime } from './account.ts';
import { StandInAws } from './standInAws.ts';
import { standInCdk } from './standInCdk.ts';

export interface RunWishes {
  mode?: Mode;
  isRemoval?: boolean;
  steps?: readonly Step[];
  questions?: Questions;
  wishes?: CommandOptions;
  skip?: string[];
  listener?: Listener;
  /** True if links stay unfollowed while setup waits. */
  isAlone?: boolean;
  region?: string;
  /** Default production; undefined for that in cdk.json. */
  stage?: string | undefined;
  waitMs?: number;
  outside?: Partial<Outside>;
}

const SILENT = { looking: () => undefined, planned: () => undefined, waiting: () => undefined, ended: () => undefined };

export class StandInOperator {
  readonly aws: StandInAws;
  readonly file: string;
  readonly exported: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'forms-setup-test-'));

  private constructor(account: Partial<Account>, context: Record<string, unknown>) {
    this.aws = new StandInAws(account);
    this.file = join(this.#folder, 'cdk.json');
    writeFileSync(this.file, JSON.stringify({ app: 'tsx infra/app.ts', context }, null, 2));
  }

  /** @param context of cdk.json, by default with a sender and, for the stack, its recipients */
  static async start(account: Partial<Account> = {}, context: Record<string, unknown> = CHOSEN) {
    const operator = new StandInOperator(account, structuredClone(context));
    await operator.aws.start();
    return operator;
  }

  async stop(): Promise<void> {
    await this.aws.stop();
    rmSync(this.#folder, { recursive: true });
  }

  get context(): Record<string, unknown> {
    return JSON.parse(readFileSync(this.file, 'utf8')).context;
  }

  /** Edits cdk.json like a person. */
  changeContext(edit: (context: Record<string, unknown>) => void): void {
    const { context } = this;
    edit(context);
    writeFileSync(this.file, JSON.stringify({ app: 'tsx infra/app.ts', context }));
  }

  async run({
    mode = 'apply',
    isRemoval,
    steps = isRemoval ? REMOVAL_STEPS : STEPS,
    questions = AGREEING,
    isAlone,
    region,
    waitMs = 60_000,
    ...more
  }: RunWishes = {}) {
    const credentials = { accessKeyId: 'made-up', secretAccessKey: 'made-up' };
    const clients = createClients({
      ...this.aws.clientSettings,
      region: region ?? 'eu-central-1',
      credentials,
      maxAttempts: 1,
    });
    const outside: Outside = {
      clients,
      cdk: standInCdk(this.aws, this.file),
      questions,
      openTable: () => this.aws.table,
      lookUpTxt: async (name) =>
        this.aws.account.zones.flatMap(({ records }) =>
          records.filter((each) => each.name === name).map(({ value }) => value.replaceAll('"', '')),
        ),
      exportAll: async ({ folder }) => {
        this.exported.push(folder);
        return { workspaces: ['ws_1'], exported: 2, stored: 2, missing: 0, orphans: 0 };
      },
      wait: async () => {
        if (!isAlone) passTime(this.aws.account);
      },
      ...more.outside,
    };
    const stage = 'stage' in more ? more.stage : 'production';
    const choices = new Choices({ file: this.file, stage, isSaved: mode === 'apply' });
    const setup = new Setup(outside, choices, more.wishes);
    const run = new StepRun(setup, { mode, skip: more.skip ?? [], waitMs, listener: more.listener ?? SILENT });
    try {
      return new Outcomes(await run.run(steps));
    } finally {
      for (const client of Object.values(clients)) client.destroy();
    }
  }
}

export const SENDER = 'forms@example.com';
export const RECIPIENT = 'you@example.org';
export const KEY = 'Forms/eu-central-1';

export const CHOSEN = {
  senderAddress: SENDER,
  alarmAddress: RECIPIENT,
  setup: { [KEY]: { senderIdentity: 'address', recipients: [RECIPIENT] } },
};

export class Outcomes {
  readonly reports: StepReport[];

  constructor(reports: StepReport[]) {
    this.reports = reports;
  }

  of(name: string): StepReport {
    const report = this.reports.find(({ step }) => step === name);
    if (!report) throw new Error(`the step ${name} was not reached`);
    return report;
  }

  /** The steps that did not end as `done` or `changed`, except skipped options. */
  get open(): string[] {
    return this.reports
      .filter(({ outcome, isOptional }) => !isOptional && outcome !== 'done' && outcome !== 'changed')
      .map(({ step, outcome }) => `${step} ${outcome}`);
  }
}

import { resolveTxt } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../shared/storage/table/client.ts';
import { Table } from '../../../shared/storage/table/table.ts';
import { openData } from '../openService.ts';
import { type Cdk, createCdk } from './cdk.ts';
import type { Choices, Remembered } from './choices.ts';
import { type Clients, createClients, environmentOf } from './clients.ts';
import type { Questions } from './questions.ts';
import { type ExportedAll, exportAll } from './removal/exportAll.ts';

/** Command-line options beyond the stored choices. */
export interface CommandOptions {
  workspaceName?: string | undefined;
  /** An existing workspace to use instead of a new one. */
  workspaceId?: string | undefined;
  /** The website for a request for production access; sends the request if set. */
  productionWebsite?: string | undefined;
  /** Settings of the deployed stack that a deployment may set back. */
  forget?: string[] | undefined;
  /** True to deploy to a stack that does not record its settings. */
  withoutRecord?: boolean | undefined;
  /** True to deploy even if nothing seems changed: the CDK then also writes the outputs. */
  deploysAlways?: boolean;
  /** The stack whose removal was confirmed. */
  removal?: string | undefined;
}

/** The outside world as the steps see it; tests replace it. */
export interface Outside {
  clients: Clients;
  cdk: Cdk;
  questions: Questions;
  openTable: (name: string) => Table;
  /** The TXT records of a name; may be empty. */
  lookUpTxt: (name: string) => Promise<string[]>;
  /**
   * Exports all data of a table to a folder, with the files of a bucket.
   * @returns the counts of exported and stored items
   */
  exportAll: (source: { tableName: string; fileBucket: string; folder: string }) => Promise<ExportedAll>;
  wait: (ms: number) => Promise<unknown>;
}

/**
 * AWS with the operator's credentials.
 * @param context settings beyond those of cdk.json
 */
export const realOutside = (
  context: Record<string, string>,
  isUnattended: boolean | undefined,
  questions: Questions,
): Outside => {
  const clients = createClients();
  return {
    clients,
    cdk: createCdk({ context, environment: () => environmentOf(clients), isUnattended: isUnattended ?? false }),
    questions,
    openTable: (name) => new Table(createClient(), name),
    lookUpTxt: async (name) => {
      // Treats a failed lookup like a name without records: it is looked up again.
      const found = await resolveTxt(name).catch(() => []);
      return found.map((parts) => parts.join(''));
    },
    exportAll: async ({ folder, ...names }) => exportAll(await openData(names), folder),
    wait: (ms) => sleep(ms),
  };
};

/** The context of the steps. */
export class Setup {
  readonly outside: Outside;
  readonly choices: Choices;
  readonly wishes: CommandOptions;
  /** True if this run has deployed the current code and settings. */
  isDeployedNow = false;
  /**
   * The decisions of this run about removing everything; `export`: what was exported, or `declined`. And whether the form
   * route is closed.
   */
  removal: { isConfirmed?: true; export?: string; isRouteClosed?: boolean } = {};

  constructor(outside: Outside, choices: Choices, wishes: CommandOptions = {}) {
    this.outside = outside;
    this.choices = choices;
    this.wishes = wishes;
  }

  get clients(): Clients {
    return this.outside.clients;
  }

  get stackName(): string {
    return this.choices.settings().stackName;
  }

  /** @throws Error when no region is chosen */
  region(): Promise<string> {
    return this.clients.sts.config.region();
  }

  async remembered(): Promise<Remembered> {
    return this.choices.remembered(await this.region());
  }

  async remember(changes: Remembered): Promise<void> {
    this.choices.remember(await this.region(), changes);
  }
}

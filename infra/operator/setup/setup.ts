import { resolveTxt } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, Table } from '../../../shared/storage/table.ts';
import type { Cdk } from './cdk.ts';
import type { Choices, Remembered } from './choices.ts';
import type { Clients } from './clients.ts';
import type { Questions } from './questions.ts';
import { exportAll } from './removal/exportAll.ts';

/** What was asked for on the command line, beyond what is remembered. */
export interface Wishes {
  workspaceName?: string | undefined;
  /** A workspace that there is, to be used instead of a new one. */
  workspaceId?: string | undefined;
  /** The website that a request for production access names; with it the request is sent. */
  productionWebsite?: string | undefined;
  /** The stack whose removal is confirmed. */
  removal?: string | undefined;
}

/** The outside world as steps see it, so that tests can hand in another. */
export interface Outside {
  clients: Clients;
  cdk: Cdk;
  questions: Questions;
  openTable: (name: string) => Table;
  /** The TXT records of a name; none if it has none. */
  lookUpTxt: (name: string) => Promise<string[]>;
  /** Writes all data of a stack's service to a folder. @returns the ids of the workspaces */
  exportAll: (stackName: string, folder: string) => Promise<string[]>;
  wait: (ms: number) => Promise<unknown>;
}

/** AWS as the operator's credentials reach it. */
export const realOutside = (clients: Clients, cdk: Cdk, questions: Questions): Outside => ({
  clients,
  cdk,
  questions,
  openTable: (name) => new Table(createClient(), name),
  lookUpTxt: async (name) => {
    // A name without records, and one that cannot be looked up, are the same here: it is looked up again.
    const found = await resolveTxt(name).catch(() => []);
    return found.map((parts) => parts.join(''));
  },
  exportAll: (stack, folder) => exportAll({ stack }, folder),
  wait: (ms) => sleep(ms),
});

/** What the steps work with. */
export class Setup {
  readonly outside: Outside;
  readonly choices: Choices;
  readonly wishes: Wishes;
  /** Whether this run has deployed what the code and the settings make. */
  isDeployedNow = false;
  /** What was decided in this run about removing everything. */
  removal: { isConfirmed?: true; export?: 'made' | 'declined' } = {};

  constructor(outside: Outside, choices: Choices, wishes: Wishes = {}) {
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

import { synthesizedApp } from '../../infra/local/synthesize.ts';
import { answerTestFiles } from './sharedProcess.ts';
import { stackFiles } from './stackFiles.ts';

export interface ToSynthesize {
  /** The settings of stacks, of whose files it returns the paths. */
  stacks?: Parameters<typeof stackFiles>[0];
  /** What a local cloud runs. */
  app?: Parameters<typeof synthesizedApp>[0];
}

answerTestFiles(async ({ stacks, app }: ToSynthesize) => (app ? synthesizedApp(app) : stackFiles(stacks ?? [])));

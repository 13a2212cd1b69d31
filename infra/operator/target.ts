import { Option } from '@commander-js/extra-typings';
import { DATA_FOLDER } from '../localService/outputs.ts';

/** The service a command works on: a deployed stack, or the local service with this data folder. */
export interface Target {
  stack?: string | undefined;
  data?: string | undefined;
}

export const STACK = new Option('--stack <name>', 'use the service of this stack, with your AWS credentials');
export const DATA = new Option('--data <folder>', 'use the local service with this data folder').default(DATA_FOLDER);

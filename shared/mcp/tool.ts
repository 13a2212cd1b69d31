import type { Tool as Descriptor } from '@modelcontextprotocol/server';
import type { Operation } from '../contract/operations/index.ts';
import type { Api, Arguments } from './api.ts';

/** A tool for assistants. */
export interface Tool {
  descriptor: Descriptor;
  /** The operations that it calls. A key that may not call all of them does not get the tool. */
  operations: readonly Operation[];
  /** @throws Refused with the API's error */
  call: (args: Arguments, api: Api) => Promise<object>;
}

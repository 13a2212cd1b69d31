import type * as z from 'zod/mini';
import type { KEY_SECRET_HEADER, WEBHOOK_SECRET_HEADER } from '../headers.ts';
import type { Operation } from './define.ts';

export interface ParamDocs {
  description: string;
  example: string | number | boolean;
  /** Omitted from sample commands. */
  isLeftOut?: true;
}
type ParamsOf<Input> = { [Param in keyof Input]-?: ParamDocs };

/** An example of a body. Without a value, it is the example of the body's schema. */
interface BodyExample<Value> {
  summary: string;
  value?: Value;
}

/** How assistants get an operation as a tool. */
export interface ToolDocs {
  /** True if it can lose something that was there before. */
  isDestructive?: true;
  /** Arguments that apply unless the assistant gives others. */
  defaults?: Readonly<Record<string, string | boolean>>;
  /** True if it answers a submission, which is hidden if it is spam and the assistant does not ask for spam. */
  hidesSpam?: true;
}

/** An operation without a query or a body has `unknown` for it. */
type DocsOf<Part extends string, Input, Docs> = unknown extends Input ? object : Record<Part, Docs>;
/** The query of a list with pages is documented once. */
type OwnQuery<Input> = 'page' extends keyof Input ? unknown : Input;

/**
 * Documentation of an operation, separate from its declaration to keep it out of the functions' bundles. The parameters of
 * its path are documented by their names.
 */
export type OperationDocs<O extends Operation> = {
  /** CommonMark. Starts with the operation's effect; `summary` is only its name. */
  description: string;
  /** Description of the response, and an example; by default those of its schema. */
  response?: string;
  example?: z.output<O['response']>;
  /** Set if it is a tool for assistants. */
  tool?: ToolDocs;
  responseHeader?: typeof KEY_SECRET_HEADER | typeof WEBHOOK_SECRET_HEADER;
} & DocsOf<'query', OwnQuery<z.input<O['query']>>, ParamsOf<z.input<O['query']>>> &
  DocsOf<'body', z.input<O['body']>, Readonly<Record<string, BodyExample<z.input<O['body']>>>>>;

/** The docs of a group; a missing operation, query parameter or body is a type error. */
export type GroupDocs<Group extends Record<string, Operation>> = { [Id in keyof Group]: OperationDocs<Group[Id]> };

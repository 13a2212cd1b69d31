import type * as z from 'zod/mini';
import type { KEY_SECRET_HEADER, WEBHOOK_SECRET_HEADER } from '../headers.ts';
import type { Operation } from './define.ts';

export interface Example<Value = unknown> {
  summary: string;
  value: Value;
}
export type Examples<Value = unknown> = Readonly<Record<string, Example<Value>>>;

export interface ParamDocs {
  description: string;
  example: string | number | boolean;
  /** Default if the parameter is absent. */
  default?: string | number;
  /** Omitted from sample commands. */
  isLeftOut?: true;
}
type ParamsOf<Input> = { [Param in keyof Input]-?: ParamDocs };

/** An operation without parameters, a query or a body has `unknown` for it. */
type DocsOf<Part extends string, Input, Docs> = unknown extends Input ? object : Record<Part, Docs>;

/** Documentation of an operation, separate from its declaration to keep it out of the functions' bundles. */
export type OperationDocs<O extends Operation> = {
  /** CommonMark. Starts with what the operation does; `summary` is only its name. */
  description: string;
  /** Example bodies as an HTML form encodes them. */
  form?: Examples<Record<string, string | string[]>>;
  multipart?: Examples<Record<string, string>>;
  text?: Examples<string>;
  response: { description: string; example: z.output<O['response']> };
  responseHeader?: typeof KEY_SECRET_HEADER | typeof WEBHOOK_SECRET_HEADER;
} & DocsOf<'params', z.input<O['params']>, ParamsOf<z.input<O['params']>>> &
  DocsOf<'query', z.input<O['query']>, ParamsOf<z.input<O['query']>>> &
  DocsOf<'body', z.input<O['body']>, Examples<z.input<O['body']>>>;

/** The docs of a group; a missing operation, parameter or example is a type error. */
export type GroupDocs<Group extends Record<string, Operation>> = { [Id in keyof Group]: OperationDocs<Group[Id]> };

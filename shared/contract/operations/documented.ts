import type * as z from 'zod/mini';
import type { KEY_SECRET_HEADER, WEBHOOK_SECRET_HEADER } from '../headers.ts';
import type { Operation } from './define.ts';

/** A value worth showing, and what it shows. */
export interface Example<Value = unknown> {
  summary: string;
  value: Value;
}
export type Examples<Value = unknown> = Readonly<Record<string, Example<Value>>>;

export interface ParamDocs {
  description: string;
  example: string | number | boolean;
  /** What an absent one counts as. */
  default?: string | number;
  /** Commands that show how to call the operation leave it out. */
  isLeftOut?: true;
}
type ParamsOf<Input> = { [Param in keyof Input]-?: ParamDocs };

/** The body of an operation that takes none is `unknown`. */
type BodyDocs<Input> = unknown extends Input ? object : { body: Examples<Input> };

/** What documents say of an operation. No function loads it: words would only make bundles larger. */
export type OperationDocs<O extends Operation> = BodyDocs<z.input<O['body']>> & {
  /** CommonMark. Begins with what the operation does; `summary` only names it. */
  description: string;
  params: ParamsOf<z.input<O['params']>>;
  query: ParamsOf<z.input<O['query']>>;
  /** Bodies as a form in a browser encodes them. */
  form?: Examples<Record<string, string | string[]>>;
  multipart?: Examples<Record<string, string>>;
  response: { description: string; example: z.output<O['response']> };
  /** The header of success that only this operation has. */
  responseHeader?: typeof KEY_SECRET_HEADER | typeof WEBHOOK_SECRET_HEADER;
};

/** The docs of a group: a type error where an operation, a parameter or an example lacks. */
export type GroupDocs<Group extends Record<string, Operation>> = { [Id in keyof Group]: OperationDocs<Group[Id]> };

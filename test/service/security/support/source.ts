import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

export interface SyntaxNode {
  type: string;
  [part: string]: unknown;
}

export const sourceFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => /\.(?:js|tsx?)$/.test(file))
      .sort(),
  );

/** The folders of the functions' code, except for the writer of the OpenAPI document. */
export const functionFiles = (): string[] =>
  sourceFiles('shared', 'lambdas').filter((file) => !file.startsWith('shared/openapi/'));

export function syntaxNodesOf(file: string): SyntaxNode[] {
  const syntax = /\.tsx?$/.test(file) ? 'typescript' : 'ecmascript';
  const tsx = file.endsWith('.tsx');
  return nodesWithin(parseSync(readFileSync(file, 'utf8'), { syntax, tsx, target: 'es2022' }));
}

export function nodesWithin(value: unknown, found: SyntaxNode[] = []): SyntaxNode[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('type' in value && typeof value.type === 'string') found.push(value as SyntaxNode);
  for (const part of Object.values(value)) nodesWithin(part, found);
  return found;
}

export const nameOf = (node: unknown): string | undefined => {
  const { type, value } = (node ?? {}) as Partial<SyntaxNode>;
  return type === 'Identifier' ? String(value) : undefined;
};

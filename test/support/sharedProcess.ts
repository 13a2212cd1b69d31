import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A process that the test files of a run share, by the name of its program; see processSetup.ts. */
export type SharedProcess = 'synthesizer' | 'browserServer';

/** The environment variable with the URL of a shared process. */
export const variableOf = (name: SharedProcess): string => `FORMS_TEST_${name.toUpperCase()}`;

/**
 * The answer of a shared process; nothing outside of Jest.
 * @throws Error of that process
 */
export async function ask<Answer>(name: SharedProcess, given: unknown): Promise<Answer | undefined> {
  const url = process.env[variableOf(name)];
  if (!url) return undefined;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(given) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

/** Answers test files, whose connections Jest's process hands over, and closes when that process ends. */
export function answerTestFiles<Given>(answer: (given: Given) => Promise<unknown>, close?: () => Promise<void>): void {
  const server = createServer(async (request, response) => {
    response.setHeader('Connection', 'close');
    try {
      response.end(JSON.stringify(await answer(JSON.parse(await text(request)))));
    } catch (error) {
      response.writeHead(500).end((error as Error).stack);
    }
  });
  process.on('message', (_, connection) => {
    server.emit('connection', connection);
    (connection as Socket).resume();
  });
  process.once('disconnect', () => void Promise.resolve(close?.()).finally(() => process.exit()));
}

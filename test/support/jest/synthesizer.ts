import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { synthesizedApp } from '../../../infra/localService/synthesize.ts';
import { synthesizeStack } from '../../../infra/localService/synthesizeStack.ts';
import { stackFiles } from '../cloud/stackFiles.ts';

// Synthesizes for all test files of a run, which hands over their connections (synthesizerSetup.ts).

const server = createServer(async (request, response) => {
  response.setHeader('Connection', 'close');
  try {
    response.end(JSON.stringify(await answer(request)));
  } catch (error) {
    response.writeHead(500).end((error as Error).stack);
  }
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const given = JSON.parse(await text(request));
  return request.url === '/app' ? synthesizedApp(given, synthesizeStack) : stackFiles(given);
}

process.on('message', (_, connection) => {
  server.emit('connection', connection);
  (connection as Socket).resume();
});
process.once('disconnect', () => process.exit());

import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { CONNECTING_MS } from '../mailTiming.ts';

/**
 * Opens a connection for each request. AWS Lambda freezes instances, so a kept connection may be dead, and whether the
 * request that shows this was received is unknown. Errors before a connection is established have `isUnsent`.
 */
export class NewConnections extends Agent {
  constructor(options: AgentOptions = {}) {
    super({ ...options, keepAlive: false });
  }

  override createConnection(...parameters: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const socket = super.createConnection(...parameters);
    const late = setTimeout(() => socket?.destroy(timeout()), CONNECTING_MS);
    const mark = (error: Error) => Object.assign(error, { isUnsent: true });
    const end = () => clearTimeout(late);
    socket?.once('error', mark).once('close', end);
    return socket?.once('secureConnect', () => {
      end();
      socket.off('error', mark);
    });
  }
}

const timeout = (): Error => Object.assign(new Error('no connection in time'), { name: 'TimeoutError' });

import { extname } from 'node:path';
import { listen, newServer } from '../../infra/local/ports.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** A customer's site on its own origin. */
export interface OtherSite {
  url: string;
  /** Its files by name. */
  files: Map<string, string>;
  close: () => void;
}

export async function openOtherSite(): Promise<OtherSite> {
  const files = new Map<string, string>();
  const server = newServer((incoming, outgoing) => {
    const name = (incoming.url ?? '/').slice(1);
    const body = files.get(name);
    outgoing.writeHead(body === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' });
    outgoing.end(body);
  });
  const url = await listen(server, 0);
  return {
    url,
    files,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A whole page with this body. */
export const pageWith = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Other site</title></head><body>${body}</body></html>`;

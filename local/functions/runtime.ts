import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { buildSync } from 'esbuild';
import { buildFolderOnceSync, sourcesHash } from '../../infra/tools/buildFolder.ts';
import { makePrivate } from '../process/diskFiles.ts';
import { openLog } from '../process/log.ts';
import type { Faults } from './faults.ts';
import type { Usage } from './usage.ts';

interface Endpoints {
  /** The API. */
  apiUrl: string;
  /** Every AWS service except S3. */
  awsEndpoint: string;
  /** Also reachable from browsers. */
  s3Endpoint?: string;
  /** The secret that S3 checks signatures with. */
  secretAccessKey?: string;
  /** Stands in for the captcha providers. */
  captchaStandIn?: string;
  /** Ports of this machine that webhooks cannot call. */
  toolPorts: readonly string[];
}

/** Shared by all functions. */
export interface Runtime {
  endpoints: Endpoints;
  workerFile: string;
  log: Writable;
  logFile: string;
  usage: Usage;
  faults?: Faults;
  /** The table, if instances may call its engine directly, and the recorder of their calls. */
  db?: { endpoint: string; note: (action: string, failure?: string) => void };
  /** Seconds by which the functions' clocks are ahead of the machine's, in shared memory. */
  aheadS?: Int32Array;
}

export function createRuntime(
  folder: string,
  endpoints: Endpoints,
  usage: Usage,
  own: Pick<Runtime, 'faults' | 'db' | 'aheadS'> = {},
): Runtime {
  const workerFile = join(folder, 'functionWorker.mjs');
  copyFileSync(join(builtWorker(), 'functionWorker.mjs'), workerFile);
  makePrivate(workerFile);
  const logFile = join(folder, 'functions.log');
  const log = openLog(logFile);
  return { endpoints, workerFile, log, logFile, usage, ...own };
}

/** The instances' program, cached by its sources: starting esbuild takes a third of a second of processor time. */
function builtWorker(): string {
  const source = join(import.meta.dirname, 'functionWorker.ts');
  return buildFolderOnceSync({ kind: 'function-worker', name: sourcesHash() }, (outdir) => {
    const outfile = join(outdir, 'functionWorker.mjs');
    buildSync({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
  });
}

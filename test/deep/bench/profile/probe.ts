import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector';

/**
 * Loaded into the local cloud's process: on request it names the functions' threads, and profiles every thread that
 * runs JavaScript.
 */
export type ProbeRequest = 'threads' | 'startProfiles' | 'stopProfiles';

export interface FunctionThread {
  tid: number;
  name: string;
}

export interface ThreadProfile {
  /** The function's name, or `main`. */
  name: string;
  profile: Profiler.Profile;
}

interface WorkerReply {
  id: number;
  result: unknown;
}

const WHO_ARE_YOU = `JSON.stringify({
  tid: Number(process.getBuiltinModule('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)),
  name: process.env.AWS_LAMBDA_FUNCTION_NAME,
})`;

const session = new Session();
const workers = new Set<string>();
const waiting = new Map<number, (result: unknown) => void>();
let lastId = 0;

session.connect();
session.on('NodeWorker.attachedToWorker', ({ params }) => workers.add(params.sessionId));
session.on('NodeWorker.detachedFromWorker', ({ params }) => workers.delete(params.sessionId));
session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
  const { id, result } = JSON.parse(params.message) as WorkerReply;
  waiting.get(id)?.(result);
  waiting.delete(id);
});

const ask = (method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
  );

const askWorker = (sessionId: string, method: string, params: object = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    ask('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(reject);
  });

async function identify(sessionId: string): Promise<FunctionThread> {
  const { result } = (await askWorker(sessionId, 'Runtime.evaluate', { expression: WHO_ARE_YOU })) as {
    result: { value: string };
  };
  return JSON.parse(result.value) as FunctionThread;
}

const inEveryThread = (method: string): Promise<unknown[]> =>
  Promise.all([ask(method), ...[...workers].map((sessionId) => askWorker(sessionId, method))]);

const ANSWERS: Record<ProbeRequest, () => Promise<unknown>> = {
  threads: async () => {
    // Only during a request: a thread with a debugger is slower.
    await ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    const threads = await Promise.all([...workers].map(identify));
    await ask('NodeWorker.disable');
    return threads;
  },
  startProfiles: async () => {
    await ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    await inEveryThread('Profiler.enable');
    await inEveryThread('Profiler.start');
  },
  stopProfiles: async () => {
    const names = await Promise.all([...workers].map(identify));
    const stopped = (await inEveryThread('Profiler.stop')) as ({ profile: Profiler.Profile } | undefined)[];
    await ask('NodeWorker.disable');
    // A thread that started meanwhile has none.
    return stopped.flatMap((each, i) => (each ? [{ name: names[i - 1]?.name ?? 'main', profile: each.profile }] : []));
  },
};

process.on('message', async (request: ProbeRequest) => process.send?.((await ANSWERS[request]()) ?? null));

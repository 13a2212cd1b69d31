import autocannon from 'autocannon';
import { type ProcessorTime, processorTime } from './processorTime.ts';
import { percentile, rounded } from './stats.ts';

interface Load {
  name: string;
  url: string;
  connections: number;
  requests: number;
  next: () => LoadRequest;
  pid?: number;
  /** True if a redirect is a success, as form endpoints redirect browsers. */
  takesRedirects?: boolean;
}

export interface LoadRequest {
  method: autocannon.Request['method'];
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of local cloud and engine per request; steadier than elapsed time on a shared machine. */
  cloudCpuMs?: number;
  engineCpuMs?: number;
}

const SAMPLE_MS = 50;
/** Timeout of a response: more than the 30 s for which API Gateway waits for a function. */
const ANSWER_MAX_S = 40;
const LOAD_MAX_MS = 60_000;

export async function runLoad(load: Load): Promise<LoadFigures> {
  const { pid } = load;
  const before = pid === undefined ? undefined : processorTime(pid);
  const { latenciesMs, tookMs } = await send(load);
  const after = pid === undefined ? undefined : processorTime(pid);
  return {
    perSecond: rounded((latenciesMs.length / tookMs) * 1_000, 1),
    p50Ms: rounded(percentile(latenciesMs, 0.5)),
    p99Ms: rounded(percentile(latenciesMs, 0.99)),
    ...(before && after && perRequest(before, after, latenciesMs.length)),
  };
}

const perRequest = (before: ProcessorTime, after: ProcessorTime, requests: number) => ({
  cloudCpuMs: rounded((after.cloudMs - before.cloudMs) / requests),
  engineCpuMs: rounded((after.engineMs - before.engineMs) / requests),
});

async function send({ name, url, connections, requests: amount, next, takesRedirects = false }: Load) {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let tookMs = 0;
  const setupRequest = (request: autocannon.Request) => Object.assign(request, next());
  const options = {
    url,
    connections,
    amount,
    timeout: ANSWER_MAX_S,
    requests: [{ setupRequest }],
    sampleInt: SAMPLE_MS,
  };
  const { errors, statusCodeStats = {} } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    instance.on('response', (_client, _status, _bytes, ms) => {
      latenciesMs.push(ms);
      // Autocannon itself only stops at a sample.
      tookMs = performance.now() - startedAt;
    });
    setTimeout(() => instance.stop(), LOAD_MAX_MS).unref();
  });
  const isFailure = (status: number) => status >= (takesRedirects ? 400 : 300);
  if (errors > 0 || Object.keys(statusCodeStats).some((status) => isFailure(Number(status)))) {
    throw new Error(`${name} failed ${errors} times: ${JSON.stringify(statusCodeStats)}`);
  }
  return { latenciesMs, tookMs };
}

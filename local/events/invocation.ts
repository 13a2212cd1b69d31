import { setTimeout as sleep } from 'node:timers/promises';

/** The returned value as JSON, or the error. */
export type Outcome = { payload: string } | { error: unknown };
export type Invoke = (event: object) => Promise<Outcome>;

/** AWS Lambda retries a failed asynchronous invocation twice. */
const ATTEMPTS = 3;
const RETRY_WAIT_MS = 200;

/** Invokes a function as its asynchronous callers do. @returns whether an attempt succeeded */
export async function invokeAsynchronously(
  invoke: Invoke,
  event: object,
  pause: (retry: number) => unknown = (retry) => sleep(RETRY_WAIT_MS * 2 ** retry),
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(attempt);
    if ('payload' in (await invoke(event))) return true;
  }
  return false;
}

/** The identifiers of failed records in a function's response; none if the mapping ignores them. */
export function reportedIn(payload: string, { FunctionResponseTypes = [] }: { FunctionResponseTypes?: string[] }) {
  if (!FunctionResponseTypes.includes('ReportBatchItemFailures')) return [];
  const response = JSON.parse(payload) as { batchItemFailures?: { itemIdentifier?: unknown }[] | null } | null;
  return (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}

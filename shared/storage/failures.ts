/** Names of errors of DynamoDB and SQS that pass by themselves: throttling, timeouts, failures of AWS. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'AbortError',
]);

/** Error codes of sockets when the service cannot be reached. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** Something that stores throttled, timed out or could not be reached, after bounded retries: the caller may try again. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('the storage is throttled or slow', { cause });
    this.name = 'StorageUnavailable';
  }

  /** The error itself, or a StorageUnavailable with it as the cause if it passes by itself. */
  static orAsIs(error: unknown): unknown {
    return isTransient(error) ? new StorageUnavailable(error) : error;
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata, CancellationReasons } = error as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
    CancellationReasons?: { Code?: string }[];
  };
  return (
    THROTTLED.has(name) ||
    UNREACHABLE.has(code ?? '') ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    (CancellationReasons ?? []).some(
      ({ Code }) => Code === 'ThrottlingError' || Code === 'ProvisionedThroughputExceeded',
    )
  );
}

/** Whether something stored does not have the form that it should have: no later attempt will change that. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === '$ZodError');

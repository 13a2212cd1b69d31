/** Transient DynamoDB and SQS errors: throttling, timeouts, failures of AWS. */
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

/** Socket error codes when a service cannot be reached. */
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** A storage service throttled, timed out or could not be reached, after bounded retries; the caller may retry. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('the storage is throttled or slow', { cause });
    this.name = 'StorageUnavailable';
  }

  /** Wraps transient errors in a StorageUnavailable; returns others unchanged. */
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

export const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === '$ZodError');

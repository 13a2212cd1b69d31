/**
 * What a failed call to SES means for the message:
 * - `rejected`: never accepted because of address, sender or account; a person has to act.
 * - `throttled`: not accepted, because of the sending rate; retried soon.
 * - `unavailable`: not accepted, because SES is down or paused; retried later.
 * - `unknown`: no response or a failure inside SES; the message may have been accepted.
 */
export type SendFailure = 'rejected' | 'throttled' | 'unavailable' | 'unknown';

/** Exceptions of SES's SendEmail (API reference, version 2) and of the service in front of it. */
const BY_NAME: Record<string, SendFailure> = {
  TooManyRequestsException: 'throttled',
  ThrottlingException: 'throttled',
  Throttling: 'throttled',
  // The quota of 24 hours, or the sending rate, depending on the message.
  LimitExceededException: 'throttled',
  SendingPausedException: 'unavailable',
  ServiceUnavailable: 'unavailable',
  ExpiredTokenException: 'unavailable',
  MessageRejected: 'rejected',
  MailFromDomainNotVerifiedException: 'rejected',
  AccountSuspendedException: 'rejected',
  BadRequestException: 'rejected',
  NotFoundException: 'rejected',
  AccessDeniedException: 'rejected',
};

/** No connection: certainly not accepted. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

interface ClientError {
  code?: string;
  isUnsent?: boolean;
  $metadata?: { httpStatusCode?: number };
}

/** Classifies errors of the SES client. */
export function classifySendFailure(error: unknown): SendFailure {
  if (!(error instanceof Error)) return 'unknown';
  const { name, code, isUnsent, $metadata } = error as Error & ClientError;
  const known = BY_NAME[name];
  if (known) return known;
  if (isUnsent || NOT_CONNECTED.has(code ?? '')) return 'unavailable';
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return 'unknown';
  if (status === 429) return 'throttled';
  if (status === 503) return 'unavailable';
  // Failures inside SES or of the response: the message may have been accepted.
  return status >= 500 ? 'unknown' : 'rejected';
}

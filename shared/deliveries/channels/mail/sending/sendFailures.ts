/**
 * What a failed call to SES means for the message:
 * - `rejected`: never accepted because of address, sender or account; a person has to act.
 * - `delayed`: not accepted for now, because of the sending rate, or because SES is down or paused.
 * - `unknown`: no response or a failure inside SES; the message may have been accepted.
 */
export type SendFailure = 'rejected' | 'delayed' | 'unknown';

/** Exceptions of SES's SendEmail (API reference, version 2) and of the service in front of it. */
const BY_NAME: Record<string, SendFailure> = {
  TooManyRequestsException: 'delayed',
  ThrottlingException: 'delayed',
  Throttling: 'delayed',
  // The quota of 24 hours, or the sending rate, depending on the message.
  LimitExceededException: 'delayed',
  SendingPausedException: 'delayed',
  ServiceUnavailable: 'delayed',
  ExpiredTokenException: 'delayed',
  MessageRejected: 'rejected',
  MailFromDomainNotVerifiedException: 'rejected',
  AccountSuspendedException: 'rejected',
  BadRequestException: 'rejected',
  NotFoundException: 'rejected',
  AccessDeniedException: 'rejected',
};

/** Errors without a connection: SES certainly accepted nothing. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

interface ClientError {
  code?: string;
  isUnsent?: boolean;
  $metadata?: { httpStatusCode?: number };
}

export function classifySendFailure(error: unknown): SendFailure {
  if (!(error instanceof Error)) return 'unknown';
  const { name, code, isUnsent, $metadata } = error as Error & ClientError;
  const known = BY_NAME[name];
  if (known) return known;
  if (isUnsent || NOT_CONNECTED.has(code ?? '')) return 'delayed';
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return 'unknown';
  if (status === 429 || status === 503) return 'delayed';
  // Failures inside SES or of the response: the message may have been accepted.
  return status >= 500 ? 'unknown' : 'rejected';
}

import type { RequestFailed } from '../api/requestFailed.ts';
import { TEXTS } from '../texts/texts.ts';

interface ProblemProps {
  failure: RequestFailed | undefined;
  onRetry?: () => void;
}

/** A failure with its request id and a retry button. */
export function Problem({ failure, onRetry }: ProblemProps) {
  if (!failure) return null;
  return (
    <div class="problem" role="alert">
      <p>{failure.message}</p>
      {failure.requestId && (
        <p class="small">
          {TEXTS.failure.requestId} <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry && (
        <button type="button" class="quiet" onClick={onRetry}>
          {TEXTS.failure.retry}
        </button>
      )}
    </div>
  );
}

import { isReachable, isThrottled } from '../api/client.ts';
import { endpoints, readEndpoints } from '../endpoints/endpoints.ts';
import { lookSoon } from '../endpoints/polling.ts';
import { TEXTS } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';

/** Shown while the API is unreachable or throttles. */
export function Banner() {
  if (isReachable.value)
    return isThrottled.value ? (
      <div class="banner" role="status">
        <Icon name="warning" />
        <p>{TEXTS.failure.throttled}</p>
      </div>
    ) : null;
  const retry = () => {
    if (!endpoints.peek()) void readEndpoints();
    lookSoon();
  };
  return (
    <div class="banner" role="status">
      <Icon name="offline" />
      <p>{TEXTS.failure.offline}</p>
      <button type="button" class="link" onClick={retry}>
        {TEXTS.failure.retry}
      </button>
    </div>
  );
}

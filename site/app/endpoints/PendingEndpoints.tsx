import { allows } from '../session/session.ts';
import { TEXTS } from '../texts/texts.ts';
import { Problem } from '../ui/Problem.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { endpointsFailure, readEndpoints } from './endpoints.ts';

/** Shown until endpoints have loaded, or failed to. */
export const PendingEndpoints = () => (
  <div class="page">
    {!allows('endpoints') && <p>{TEXTS.needsEndpoints}</p>}
    {endpointsFailure.value && <Problem failure={endpointsFailure.value} onRetry={readEndpoints} />}
    {allows('endpoints') && !endpointsFailure.value && <SkeletonRows count={8} />}
  </div>
);

import { useLocation } from 'preact-iso';
import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { EndpointStatistics } from '../../../shared/contract/schemas/submissions/statistics.ts';
import { dateOf } from '../../../shared/contract/time.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { FilterPaused } from '../endpoints/FilterPaused.tsx';
import { reasonName } from '../texts/spamReasons.ts';
import { TEXTS } from '../texts/texts.ts';
import { Problem } from '../ui/Problem.tsx';
import { PATHS } from '../ui/paths.ts';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { Chart } from './Chart.tsx';

const { overview: texts } = TEXTS;
const PERIODS = [7, 30, 365] as const;

/** Statistics of an endpoint. */
export function Overview({ endpoint }: { endpoint: Endpoint }) {
  const { query } = useLocation();
  const days = PERIODS.find((period) => String(period) === query.days) ?? 30;
  const { response, failure, retry } = useResponse(
    (signal) => call('retrieveStatistics', { params: { id: endpoint.id }, query: { days }, signal }),
    [endpoint.id, days],
  );
  const statistics = response.value;
  return (
    <div class="page wide">
      <nav class="tabs" aria-label={texts.periods}>
        {PERIODS.map((period) => (
          <a
            key={period}
            href={PATHS.overview(endpoint.id, period)}
            aria-current={period === days ? 'page' : undefined}
          >
            {texts.period(period)}
          </a>
        ))}
      </nav>
      <Problem failure={failure} onRetry={retry} />
      {statistics?.filterPause && <FilterPaused endpointId={endpoint.id} pause={statistics.filterPause} />}
      {statistics && <Figures statistics={statistics} />}
      {!statistics && !failure && <SkeletonRows count={6} />}
    </div>
  );
}

function Figures({ statistics }: { statistics: EndpointStatistics }) {
  const { submissions, unread, unreadSpam, spam, lastSubmissionAt, days, spamReasons, mails } = statistics;
  const removed = days.reduce((sum, day) => sum + (day.removed ?? 0), 0);
  return (
    <>
      <dl class="figures">
        <Amount class="figure box" name={texts.submissions} value={submissions} />
        <Amount class="figure box" name={texts.unread} value={unread - unreadSpam} />
        <Amount class="figure box" name={texts.spam} value={spam} />
        <div class="figure box">
          <dt>{texts.last}</dt>
          <dd>{lastSubmissionAt ? <Time at={dateOf(lastSubmissionAt)} /> : texts.never}</dd>
        </div>
        {removed > 0 && <Amount class="figure box" name={texts.removed} value={removed} />}
      </dl>
      <Chart days={days} />
      <section>
        <h2>{texts.reasons}</h2>
        {spamReasons.commonest.length === 0 && <p class="soft">{texts.noReasons}</p>}
        <dl class="amounts">
          {spamReasons.commonest.map(({ reason, submissions: count }) => (
            <Amount key={reason} name={reasonName(reason)} value={count} />
          ))}
          {spamReasons.corrected ? <Amount name={texts.corrected} value={spamReasons.corrected} /> : null}
        </dl>
      </section>
      <section>
        <h2>{texts.mails}</h2>
        <dl class="amounts">
          <Amount name={texts.sent} value={mails.sent} />
          <Amount name={texts.failed} value={mails.failed} />
          <Amount name={texts.inDigests} value={mails.inDigests} />
        </dl>
      </section>
    </>
  );
}

const Amount = ({ name, value, class: className }: { name: string; value: number; class?: string }) => (
  <div class={className}>
    <dt>{name}</dt>
    <dd>{TEXTS.amount(value)}</dd>
  </div>
);

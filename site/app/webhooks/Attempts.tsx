import type { WebhookDelivery } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { dateOf, isoTimeOf } from '../../../shared/contract/time.ts';
import { TEXTS } from '../texts/texts.ts';
import { absoluteTime, Time } from '../ui/Time.tsx';

const { attempts: texts } = TEXTS;

/** The start of a response, unchanged. */
export const ResponseText = ({ text }: { text: string | undefined }) =>
  text ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is too long is scrolled by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a response keeps its lines in this one
    <pre class="answer box" tabIndex={0} role="group" aria-label={texts.answer} dir="auto">
      {text}
    </pre>
  ) : null;

/** The attempts of a delivery, oldest first, and when the next one is due. */
export const Attempts = ({ of: { attempts, nextAttemptAt, answer } }: { of: WebhookDelivery }) => (
  <>
    <ol class="attempts">
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          <span>{texts.outcome(attempt)}</span>
          <time class="soft" dateTime={isoTimeOf(attempt.at)}>
            {absoluteTime(dateOf(attempt.at))}
          </time>
        </li>
      ))}
    </ol>
    {nextAttemptAt && (
      <p class="small soft">
        {TEXTS.log.next} <Time at={dateOf(nextAttemptAt)} />
      </p>
    )}
    <ResponseText text={answer} />
  </>
);

import type { Endpoint } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import type { SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import { submissionUrl } from '../../../shared/contract/sitePages.ts';
import { formatTime } from '../../../shared/contract/time.ts';
import type { WebhookFormat } from '../../../shared/contract/webhookFormats.ts';
import type { FormEvent, MessageContent } from '../../../shared/messages/formats/format.ts';
import { formatOf } from '../../../shared/messages/formats/formats.ts';
import { call } from '../api/client.ts';
import { useResponse } from '../api/useResponse.ts';
import { receivedAt } from '../submissions/receivedAt.ts';
import { TEXTS } from '../texts/texts.ts';

const { format: texts } = TEXTS;

interface PreviewProps {
  endpoint: Endpoint;
  format: WebhookFormat;
  template: string;
}

/** Previews a webhook's request for the newest submission that is not spam, or for an example if there is none. */
export function Preview({ endpoint, format, template }: PreviewProps) {
  const { response } = useResponse((signal) => readNewest(endpoint.id, signal), [endpoint.id]);
  if (response.value === undefined) return null;
  const { submission = exampleOf(endpoint.id) } = response.value;
  const event = eventOf(endpoint, submission);
  const { write, preview } = formatOf(format);
  const message = preview?.(event);
  return (
    <section class="preview" aria-label={texts.preview}>
      <h3>{texts.preview}</h3>
      <p class="small soft">{texts.previewOf[response.value.submission ? 'newest' : 'example']}</p>
      {message ? <Message of={message} /> : <Body text={bodyOf(() => write(event, template).body)} />}
    </section>
  );
}

async function readNewest(endpointId: string, signal: AbortSignal): Promise<{ submission?: SubmissionWithData }> {
  const query = { limit: 1, isSpam: 'false' };
  const { submissions } = await call('searchSubmissions', { params: { endpointId }, query, signal });
  return submissions[0] ? { submission: submissions[0] } : {};
}

const exampleOf = (endpointId: string): SubmissionWithData => ({
  id: 'sub_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  endpointId,
  location: 'Spain',
  isSpam: false,
  isRead: false,
  data: { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello! When are you open?' },
});

const eventOf = (endpoint: Endpoint, submission: SubmissionWithData): FormEvent => ({
  type: 'submission.created',
  at: formatTime(receivedAt(submission.id)),
  data: submission,
  endpoint,
  submission,
  dashboardUrl: submissionUrl(location.origin, endpoint.id, submission.id),
});

/** A message as chats show it. */
const Message = ({ of: { title, text, fields, more, link } }: { of: MessageContent }) => (
  <div class="preview-message box">
    <p>
      <strong dir="auto">{title}</strong>
    </p>
    {fields.length > 0 && (
      <dl>
        {fields.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two names may look alike once they are cut
          <div key={place}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    )}
    {[text, more].filter(Boolean).map((remark) => (
      <p key={remark}>{remark}</p>
    ))}
    <p>
      <a href={link.url}>{link.text}</a>
    </p>
  </div>
);

const Body = ({ text }: { text: string | undefined }) =>
  text === undefined ? (
    <p class="small soft">{texts.previewFailed}</p>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is too long is scrolled by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a body keeps its lines in this one
    <pre class="answer box" tabIndex={0} role="group" aria-label={texts.body}>
      {text}
    </pre>
  );

/** A body with one value per line; undefined while a template is not valid JSON. */
function bodyOf(write: () => string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(write()), null, 2);
  } catch {
    return undefined;
  }
}

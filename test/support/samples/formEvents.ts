import type { SubmissionData, SubmissionWithData } from '../../../shared/contract/schemas/submissions/submission.ts';
import type { FormEvent } from '../../../shared/messages/formats/format.ts';

export const DASHBOARD_URL =
  'https://forms.example/app/enp_01JD0B6E1F7Q3W9KXN5T2RAH8C?id=sub_01JD0B6E1F7Q3W9KXN5T2RAH8D';

/** An event of a submission with this data, as formats receive it. */
export function eventWith(
  data: SubmissionData,
  { type = 'submission.created', form = 'Contact form', ...more }: Partial<SubmissionWithData> & EventFacts = {},
): FormEvent {
  const endpointId = 'enp_01JD0B6E1F7Q3W9KXN5T2RAH8C';
  const submission: SubmissionWithData = {
    id: 'sub_01JD0B6E1F7Q3W9KXN5T2RAH8D',
    endpointId,
    location: 'Spain',
    isSpam: false,
    isRead: false,
    data,
    ...more,
  };
  const hasSubmission = type === 'submission.created' || type === 'submission.updated';
  return {
    type,
    at: '2026-11-24 08:30:00.000000',
    data: submission,
    endpoint: { id: endpointId, name: form },
    ...(hasSubmission && { submission }),
    dashboardUrl: DASHBOARD_URL,
  };
}

interface EventFacts {
  type?: FormEvent['type'];
  form?: string;
}

import type { SubmissionData } from '../contract/schemas/submission.ts';
import type { SentFile } from '../files/sentFile.ts';

export interface Sent {
  endpointId: string;
  body: SubmissionData;
  files: readonly SentFile[];
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  location: string;
}

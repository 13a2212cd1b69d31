import type { SubmissionData, SubmissionWithData } from '../contract/schemas/submissions/submission.ts';
import type { SentFile } from '../files/sentFile.ts';

/** Contents of a request's body besides the fields. */
export interface SentContent {
  files?: readonly SentFile[] | undefined;
  /** Names in the sender's order, if the object with the fields cannot keep it. */
  fieldOrder?: readonly string[] | undefined;
  /** The encoding of the fields, if it was a guess or did not fit all bytes. */
  charset?: string | undefined;
}

export interface Sent extends SentContent {
  endpointId: string;
  body: SubmissionData;
  /** Request headers, names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  location: string;
  sourceIp?: string | undefined;
  /** Set if a key that was sent along makes its sender known to the endpoint. */
  knownSender?: SubmissionWithData['knownSender'];
}

import { NEXT_FIELDS } from '../contract/controlFields.ts';
import { ApiError } from '../contract/errors.ts';
import { isObject } from '../contract/schemas/common.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import type { FileInField } from '../fields/judgeFiles.ts';
import type { requireValidFields } from '../fields/requireValid.ts';
import type { SentFile } from '../files/sentFile.ts';
import { endpointNotFound } from '../storage/endpoints/endpoints.ts';
import { type StoredEndpoint, shownEndpoint } from '../storage/endpoints/storedEndpoint.ts';
import type { EndpointsWithFilter } from '../storage/filter/endpointsWithFilter.ts';
import { requireStorable } from '../storage/submissions/submissions.ts';
import { closedError } from './closedError.ts';
import { type Controls, takeControlFields } from './controlFields.ts';
import type { Taken } from './dataUrlFiles.ts';
import { requireAllowedOrigin } from './origin.ts';
import { redirectTarget } from './redirectTarget.ts';
import { isShut } from './requireReceiving.ts';
import type { Sent } from './sent.ts';

export interface AdmitDependencies {
  /** Checks fields by an endpoint's rules. Loaded with the first endpoint that has some. */
  fieldCheck: () => Promise<typeof requireValidFields>;
  siteUrl: string;
}

/** A submission whose fields are acceptable. */
export interface Admitted {
  data: SubmissionData;
  controls: Controls;
  files: readonly SentFile[];
  /** Checks all files together; set if some were uploaded earlier. @returns names of fields whose files are dropped */
  checkFiles?: ((files: readonly FileInField[]) => ReadonlySet<string>) | undefined;
}

/**
 * Validates a submission without receiving it.
 * @throws ApiError as `receiveSubmission`, except for captchas and the contents of files
 */
export async function validateSubmission(
  sent: Sent,
  dependencies: AdmitDependencies & { endpointsWithFilter: Pick<EndpointsWithFilter, 'find'> },
): Promise<void> {
  const found = await dependencies.endpointsWithFilter.find(sent.endpointId);
  if (!found) throw endpointNotFound();
  if (isShut(found)) throw await closedError(found.endpoint, sent.headers);
  await admit(found.endpoint, sent, dependencies);
}

/** JavaScript's text for an object: a script that sends it has made it the name or the value of its only field. */
const OBJECT_AS_TEXT = /^\[object \w+\]$/;

/** @throws ApiError BAD_REQUEST when a page sent nothing, since it would tell its visitor that it sent something */
function requireSomething(body: SubmissionData, files: readonly SentFile[], { origin }: Sent['headers']): void {
  if (origin === undefined || files.length > 0) return;
  const [[name, value] = [], ...more] = Object.entries(body);
  const isAsText = [name, value].some((text) => typeof text === 'string' && OBJECT_AS_TEXT.test(text));
  const isEmpty = name === undefined || (isObject(value) && Object.keys(value).length === 0);
  if (more.length > 0 || !(isEmpty || isAsText)) return;
  throw new ApiError(
    'BAD_REQUEST',
    'The body has no fields. In JSON and in text a FormData is empty: use it as the body itself, or ' +
      'JSON.stringify(Object.fromEntries(formData)).',
  );
}

/**
 * Requires that a submission meets its endpoint's rules. Runs before the captcha response is
 * used up, so that a rejected sender can reuse it.
 * @throws ApiError FORBIDDEN, PAYLOAD_TOO_LARGE, BAD_REQUEST with issues
 */
export async function admit(
  endpoint: StoredEndpoint,
  { body, files: sentFiles = [], headers }: Sent,
  { fieldCheck, siteUrl }: AdmitDependencies,
): Promise<Admitted> {
  requireAllowedOrigin(endpoint, headers);
  requireSomething(body, sentFiles, headers);
  const { data: sentData, controls } = takeControlFields(body, endpoint);
  const { data, judged, files: inFields } = await filesInFields(sentData, endpoint);
  const files = [...sentFiles, ...inFields];
  // Limits the size before any pattern runs, since their time grows with the data.
  requireStorable(JSON.stringify(data));
  const { fields, ...settings } = endpoint;
  if (!fields) return { data, controls, files };
  const requireValid = await fieldCheck();
  const target = controls.next && redirectTarget(controls.next, shownEndpoint(endpoint, siteUrl), { headers, siteUrl });
  const shownBody = target ? { ...body, [NEXT_FIELDS[0]]: target } : body;
  const check = (files: readonly FileInField[], hasUploads: boolean) =>
    requireValid({ ...settings, fields }, { data: judged, files, hasUploads }, { headers, body: shownBody, siteUrl });
  const hasUploads = (controls.uploadIds ?? []).length > 0;
  const judgedFiles = files.map(({ content, ...file }) => ({ ...file, bytes: content.length }));
  const dropped = check(judgedFiles, hasUploads);
  return {
    data: withLists(Object.fromEntries(Object.entries(data).filter(([name]) => !dropped.has(name))), fields),
    controls,
    files: files.filter(({ field }) => !dropped.has(field)),
    ...(hasUploads && { checkFiles: (all) => check(all, false) }),
  };
}

/** Makes a single value of a field with `multiple` a list. Browsers send several addresses as one text. */
function withLists(data: SubmissionData, rules: readonly FieldRule[]): SubmissionData {
  const lists = new Map(
    rules.filter(({ multiple, type }) => multiple && type !== 'file').map((rule) => [rule.name, rule]),
  );
  if (lists.size === 0) return data;
  const listed = Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const rule = lists.get(name);
      if (!rule || typeof value !== 'string') return [name, value];
      return [
        name,
        rule.type === 'email' && value !== '' ? value.split(',').map((address) => address.trim()) : [value],
      ];
    }),
  );
  requireStorable(JSON.stringify(listed));
  return listed;
}

/** Loads the code for data URLs with the first one that an endpoint with files gets. */
async function filesInFields(data: SubmissionData, endpoint: StoredEndpoint): Promise<Taken> {
  const mayHoldFile = (value: unknown) => typeof value === 'string' && /^\s*data:/i.test(value);
  if (!endpoint.files || !Object.values(data).flat().some(mayHoldFile)) return { data, judged: data, files: [] };
  const { takeDataUrls } = await import('./dataUrlFiles.ts');
  return takeDataUrls(data, endpoint);
}

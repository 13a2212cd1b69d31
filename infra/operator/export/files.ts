import { join } from 'node:path';
import { ITEM_KINDS } from '../../../shared/storage/itemKinds.ts';

/** The files of an export, besides one of submissions for each endpoint. */
export const EXPORT_FILES = {
  workspace: ITEM_KINDS.workspace.exported.to,
  endpoints: ITEM_KINDS.endpoint.exported.to,
  keys: ITEM_KINDS.key.exported.to,
  webhooks: ITEM_KINDS.webhook.exported.to,
} as const;

export const submissionsFile = (endpointId: string): string =>
  join(...ITEM_KINDS.submission.exported.to.replace('<enp>', endpointId).split('/'));

/** Path of the CSV file for a file of JSON lines. */
export const csvOf = (jsonLinesFile: string): string => jsonLinesFile.replace(/\.jsonl$/, '.csv');

import { join } from 'node:path';

/** What an export consists of, besides a file of submissions for each endpoint. */
export const EXPORT_FILES = { workspace: 'workspace.jsonl', endpoints: 'endpoints.jsonl', keys: 'keys.jsonl' } as const;

export const submissionsFile = (endpointId: string): string => join('submissions', `${endpointId}.jsonl`);

/** The CSV that is made from a file of JSON lines. */
export const csvOf = (jsonLinesFile: string): string => jsonLinesFile.replace(/\.jsonl$/, '.csv');

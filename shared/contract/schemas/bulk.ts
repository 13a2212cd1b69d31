import * as z from 'zod/mini';
import { BULK_IDS_MAX } from '../limits.ts';
import { listOf, withOneOf } from './common.ts';

const ids = listOf(z.string(), 1, BULK_IDS_MAX, 'ids');

export const SubmissionsUpdate = z
  .object({ ids, isRead: z.optional(z.boolean()), isSpam: z.optional(z.boolean()) })
  .check(...withOneOf(['isRead', 'isSpam']));

export const SubmissionsDelete = z.object({ ids });

const resultOf = <const Done extends string>(done: Done) =>
  z.object({ id: z.string(), status: z.enum([done, 'notFound']) });

export const UpdateResult = resultOf('updated');
export const DeleteResult = resultOf('deleted');
export const SubmissionsUpdated = z.object({ results: z.array(UpdateResult) });
export const SubmissionsDeleted = z.object({ results: z.array(DeleteResult) });

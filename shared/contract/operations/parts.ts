import * as z from 'zod/mini';
import { PathId } from '../schemas/common.ts';

export const ById = z.object({ id: PathId });
export const ByEndpointId = z.object({ endpointId: PathId });
/** The contract has no pattern for submission ids: impossible ones are reported as not found. */
export const BySubmissionId = z.object({ endpointId: PathId, id: z.string() });

export const jsonBody = <Body extends z.ZodMiniType>(body: Body) => ({
  body,
  bodyTypes: ['application/json'] as const,
});

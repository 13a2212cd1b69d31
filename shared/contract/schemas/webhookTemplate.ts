import * as z from 'zod/mini';
import { TEMPLATE_BYTES_MAX } from '../limits.ts';
import { problemOf } from '../webhookTemplate.ts';

export const WebhookTemplate = z.string().check(
  z.superRefine((template, context) => {
    const message = problemOf(template);
    if (message) context.addIssue({ code: 'custom', message });
  }),
  z.meta({ maxLength: TEMPLATE_BYTES_MAX }),
);

import * as z from 'zod/mini';
import { TEMPLATE_BYTES_MAX } from '../../limits.ts';
import { problemOf } from '../../webhookTemplate.ts';
import { unless } from '../common.ts';

export const WebhookTemplate = z.string().check(unless(problemOf), z.meta({ maxLength: TEMPLATE_BYTES_MAX }));

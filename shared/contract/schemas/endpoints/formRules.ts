import * as z from 'zod/mini';
import { CAPTCHA_PROVIDERS } from '../../choices.ts';
import { ShownFileSettings } from '../files/submittedFile.ts';
import { FieldRule } from './fieldRules.ts';

/** An endpoint's settings that senders may know: what a form shows or reveals by its errors. */
export const FormRules = z.object({
  fields: z.array(FieldRule),
  files: z.optional(ShownFileSettings),
  captcha: z.optional(z.enum(CAPTCHA_PROVIDERS)),
});
export type FormRules = z.output<typeof FormRules>;

import * as z from 'zod/mini';
import { thankYouUrl } from '../../contract/formPages.ts';
import { ENDPOINT_DEFAULTS, Endpoint } from '../../contract/schemas/endpoints/endpoint.ts';
import { FieldRule } from '../../contract/schemas/endpoints/fieldRules.ts';
import { shownUnknown, withDefaults } from '../table/stored.ts';
import { attributeNames } from '../table/written.ts';

const DEFAULTS = { slug: '', name: '', targetEmails: [], ...ENDPOINT_DEFAULTS };

/**
 * An endpoint as stored. Without `redirectUrl`, it redirects to the site's thank-you page. Only its ids have no default:
 * a form must receive no matter what a newer version stored.
 */
export const StoredEndpoint = z.extend(z.omit(Endpoint, { unknownSettings: true }), {
  ...withDefaults(Endpoint.shape, DEFAULTS),
  // Anything may be sent in a hidden field.
  fields: z.optional(z.array(z.extend(FieldRule, { type: z._default(FieldRule.shape.type, 'hidden') }))),
  redirectUrl: z.optional(z.string()),
  /** The provider's secret for `captcha`, or ours for ALTCHA. Never returned, logged or exported. */
  captchaSecret: z.optional(z.string()),
  /** See `Keeping`. Never returned. */
  goneBefore: z.optional(z.number()),
});
export type StoredEndpoint = z.output<typeof StoredEndpoint>;

const CLOSING = { isEnabled: true, isArchived: true, closesAt: true, closedText: true } as const;

/** Settings that decide which files an endpoint accepts, and from whom. */
export const FilesOfEndpoint = z.pick(StoredEndpoint, {
  ...CLOSING,
  id: true,
  maxSubmissions: true,
  allowedOrigins: true,
  files: true,
  captcha: true,
  captchaSecret: true,
});
export type FilesOfEndpoint = z.output<typeof FilesOfEndpoint>;
export const FILES_ATTRIBUTES = /* @__PURE__ */ attributeNames(FilesOfEndpoint);

export const CaptchaOfEndpoint = z.pick(StoredEndpoint, { captcha: true, captchaSecret: true });
export type CaptchaOfEndpoint = z.output<typeof CaptchaOfEndpoint>;
export const CAPTCHA_ATTRIBUTES = /* @__PURE__ */ attributeNames(CaptchaOfEndpoint);

/** Settings that senders may know, and whether it is closed. */
export const RulesOfEndpoint = z.pick(StoredEndpoint, { ...CLOSING, fields: true, files: true, captcha: true });
export type RulesOfEndpoint = z.output<typeof RulesOfEndpoint>;
export const RULES_ATTRIBUTES = /* @__PURE__ */ attributeNames(RulesOfEndpoint);

export const shownEndpoint = (
  { captchaSecret, goneBefore, ...endpoint }: StoredEndpoint,
  siteUrl: string,
): Endpoint => ({
  ...endpoint,
  redirectUrl: endpoint.redirectUrl ?? thankYouUrl(siteUrl),
  ...shownUnknown(endpoint, Endpoint),
});

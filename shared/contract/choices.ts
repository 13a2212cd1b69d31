/** Field values without their schemas: a page that does without zod is 9 kB smaller. */

export const ICONS = [
  'file',
  'file-chart',
  'start',
  'bookmark',
  'heart',
  'flag',
  'bolt',
  'bell',
  'lightbulb',
  'credit-card',
  'stack',
  'cube',
  'database',
  'server',
  'inbox',
  'calendar',
  'mail',
  'checkcircle',
  'book',
  'chat',
  'user-group',
  'console',
  'tools',
  'grid',
  'moon',
  'sun',
  'cloud',
  'cart',
  'gift',
  'music',
  'beaker',
  'video',
  'code',
  'maps',
  'face-smile',
  'face-frown',
  'paint',
  'bug',
  'school',
  'rocket',
] as const;

export const COLORS = ['gray', 'amber', 'red', 'lime', 'teal', 'cyan', 'indigo', 'violet', 'pink', 'white'] as const;

/** Captchas verified by another service: each needs the site key and secret that it issues. */
export const HOSTED_CAPTCHAS = ['turnstile', 'hcaptcha', 'recaptcha'] as const;
export type HostedCaptcha = (typeof HOSTED_CAPTCHAS)[number];

/** ALTCHA is verified by this service and needs no keys. */
export const CAPTCHA_PROVIDERS = ['altcha', ...HOSTED_CAPTCHAS] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** The permissions of a key: `read` covers the GET operations and verify, `write` everything. */
export const PERMISSIONS = ['read', 'write'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The groups of operations. */
export const GROUPS = ['endpoints', 'submissions', 'webhooks', 'keys', 'confirmations', 'audit', 'members'] as const;
export type Group = (typeof GROUPS)[number];

export const FILE_TYPES_DEFAULT = [
  'image/*',
  'application/pdf',
  'text/*',
  'application/vnd.openxmlformats-officedocument.*',
  'application/vnd.oasis.opendocument.*',
] as const;

/** Types of form fields: those of HTML's input, and its other controls. */
export const FIELD_TYPES = [
  ...(['text', 'search', 'tel', 'url', 'email', 'password', 'textarea'] as const),
  ...(['number', 'range', 'date', 'month', 'week', 'time', 'datetime-local', 'color'] as const),
  ...(['checkbox', 'radio', 'select', 'file', 'hidden'] as const),
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Treatment of fields without a rule. */
export const UNKNOWN_FIELDS = ['keep', 'drop', 'refuse'] as const;

/**
 * Problems of a field in the order of checking: HTML's own names (`ValidityState`), and those that no browser reports.
 */
export const ISSUE_CODES = [
  ...(['valueMissing', 'badInput', 'typeMismatch', 'patternMismatch', 'tooLong', 'tooShort'] as const),
  ...(['rangeUnderflow', 'rangeOverflow', 'stepMismatch'] as const),
  ...(['notAnOption', 'unknownField', 'fileType', 'fileSize'] as const),
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/** The `location` of a submission whose sender's country is unknown. */
export const UNKNOWN_LOCATION = 'Unknown';

/** Treatment of a form that is sent twice. */
export const DUPLICATES = ['keep', 'merge'] as const;
export const KEEP = ['untilDelivered'] as const;

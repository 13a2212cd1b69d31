/** Every limit of the service. Sizes are in bytes. */

/** Items per list page; a larger `limit` is reduced to this. */
export const ITEMS_PER_PAGE_MAX = 100;
export const ENDPOINTS_PER_WORKSPACE_MAX = 1_000;
export const KEYS_PER_WORKSPACE_MAX = 100;
export const MEMBERS_PER_WORKSPACE_MAX = 100;
/** Endpoints that a key or member can be limited to. */
export const ENDPOINTS_PER_KEY_MAX = 50;
export const TARGET_EMAILS_MAX = 50;
/** RFC 5321 allows 256 octets for a path, including two angle brackets. */
export const EMAIL_LENGTH_MAX = 254;
/** Characters of a website's or webhook's URL as written. */
export const URL_LENGTH_MAX = 2_048;
export const ALLOWED_ORIGINS_MAX = 20;
/** Characters of an origin: 8 for the scheme, 253 for the host name (RFC 1035), 6 for the port. */
export const ORIGIN_LENGTH_MAX = 267;
export const BLOCKED_TERMS_MAX = 100;
/** Characters of a blocked term, and of `honeypotField`. */
export const BLOCKED_TERM_LENGTH_MAX = 100;
export const HONEYPOT_FIELD_LENGTH_MAX = 100;
/** Characters of a captcha's site key or secret; the providers' have at most 40 to 60. */
export const CAPTCHA_KEY_LENGTH_MAX = 200;
/** Characters of a captcha response; the longest, Turnstile's, have at most 2,048. */
export const CAPTCHA_ANSWER_LENGTH_MAX = 8_192;
/** Characters of a confirmation's subject and text. */
export const CONFIRMATION_SUBJECT_LENGTH_MAX = 150;
export const CONFIRMATION_TEXT_LENGTH_MAX = 5_000;
/** Characters, and digits, of a submitted value that a confirmation repeats. */
export const CONFIRMED_VALUE_LENGTH_MAX = 60;
export const CONFIRMED_DIGITS_MAX = 6;
/** Confirmations that an address gets from the whole service in 24 hours, and from one endpoint in an hour. */
export const CONFIRMATIONS_PER_ADDRESS_MAX = 3;
export const CONFIRMATIONS_PER_ADDRESS_AND_ENDPOINT_MAX = 1;
/** Hourly confirmations of an endpoint with neither captcha nor allowed origins, to which any script can post. */
export const CONFIRMATIONS_OF_OPEN_ENDPOINT_MAX = 5;
/** Tests of an endpoint's confirmation that its owner can have sent in an hour. */
export const CONFIRMATION_TESTS_PER_HOUR_MAX = 10;
/** Days in which a sender can confirm a submission, and minutes between two mails that ask for it. */
export const PENDING_DAYS = 7;
export const CONFIRMATION_RESEND_MINUTES = 60;
/** Characters of an `Idempotency-Key`, and how long it is remembered. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
export const IDEMPOTENCY_KEY_HOURS = 24;
/** Period in which the same data from the same network is one submission, if duplicates are merged. */
export const MERGED_SECONDS = 60;
/** Lifetime in browsers of the draft of a form with `data-draft`. */
export const DRAFT_DAYS = 7;
/** Characters of `_subject`. */
export const MAIL_SUBJECT_LENGTH_MAX = 200;
/** Top-level fields of a submission. */
export const SUBMISSION_FIELDS_MAX = 200;
/** Levels of nesting of a submission, including the submission itself. */
export const SUBMISSION_DEPTH_MAX = 10;
/** A submission's data as JSON. */
export const SUBMISSION_BYTES_MAX = 50_000;
/** Values of a form. With more, it would exceed those bytes: each becomes at least three bytes of JSON, `"",`. */
export const FORM_VALUES_MAX = Math.floor(SUBMISSION_BYTES_MAX / 3);
/** The page that shows a rejected form again, as JSON, and its values. A larger form gets the general page. */
export const FORM_PAGE_BYTES_MAX = 1_000_000;
export const FORM_PAGE_VALUES_MAX = 1_000;
/** The names in the sender's order as JSON, beside the data, with which it counts: a page of 100 submissions has to fit in 6 MB. */
export const FIELD_ORDER_BYTES_MAX = 5_000;
/** A request body as sent: a submission's 50,000 bytes with every character escaped as `\uXXXX`, plus some room. */
export const BODY_BYTES_MAX = 512 * 1024;
/** A message of an assistant. */
export const MCP_BODY_BYTES_MAX = 1_000_000;
/**
 * Body of a form with files. AWS Lambda limits events to 6 MB and base64 makes a body a third larger; the rest is for
 * headers.
 */
export const FORM_BODY_BYTES_MAX = 4_500_000;
/** Files per submission: the upper limit for an endpoint's setting, and its default. */
export const FILES_MAX = 10;
export const FILES_DEFAULT = 5;
/** Bytes per file: the upper limit for an endpoint's setting, and its default. */
export const FILE_BYTES_MAX = 100_000_000;
export const FILE_BYTES_DEFAULT = 10_000_000;
export const FILE_TYPES_MAX = 50;
/** UTF-8 bytes of a file name. File systems allow 255 bytes, and its percent-encoded form must fit into a URL. */
export const FILE_NAME_BYTES_MAX = 200;
/** UTF-8 bytes of the name of a file's form field. */
export const FILE_FIELD_BYTES_MAX = 200;
/** Characters of a file name as sent, before it is cleaned. */
export const SENT_FILE_NAME_LENGTH_MAX = 1_000;
/** Validity of an upload URL in seconds. */
export const UPLOAD_VALID_S = 900;
/** Validity of a download URL in seconds. */
export const FILE_URL_VALID_S = 300;
/** Characters of a search's `query`, and its number of words, phrases and fields. */
export const SEARCH_QUERY_LENGTH_MAX = 200;
export const SEARCH_TERMS_MAX = 10;
export const SEARCH_EXAMINED_MAX = 20_000;
/** Submissions per key and minute that searches examine, and that bulk requests change or delete. */
export const SEARCHED_PER_MINUTE_MAX = 200_000;
export const CHANGED_PER_MINUTE_MAX = 6_000;
/** Submissions per key and minute that it is sent along with: half of the default `formsPerSecond`. */
export const SENT_PER_MINUTE_MAX = 600;
export const BULK_IDS_MAX = 100;
export const WEBHOOKS_PER_ENDPOINT_MAX = 10;
export const TEMPLATE_BYTES_MAX = 16_000;
export const TEMPLATE_DEPTH_MAX = 20;
/** Custom headers of a webhook, and characters of their names and values; tokens (JWT) have up to a few thousand. */
export const WEBHOOK_HEADERS_MAX = 10;
export const HEADER_NAME_LENGTH_MAX = 100;
export const HEADER_VALUE_LENGTH_MAX = 4_000;
/** Maximum length of a chain of webhook deliveries: a submission at this limit is not sent to webhooks. */
export const HOPS_MAX = 2;
/** Bytes kept of a receiver's response. */
export const WEBHOOK_ANSWER_BYTES_MAX = 4_096;
/** Attempts kept in a delivery's record; the oldest are dropped first. */
export const WEBHOOK_ATTEMPTS_KEPT_MAX = 20;
/** Grace period of the previous secret. */
export const WEBHOOK_PREVIOUS_SECRET_HOURS = 24;
/** Deliveries replayed per request, and deliveries examined. */
export const REPLAYED_MAX = 50;
export const LOG_EXAMINED_MAX = 1_000;
/** The highest `maxSubmissions` of an endpoint. */
export const SUBMISSIONS_TAKEN_MAX = 1_000_000;
/** Characters of an endpoint's own texts on the built-in pages. */
export const OWN_TEXT_LENGTH_MAX = 1_000;
/** Days after which an endpoint's submissions are removed, at most: ten years. */
export const KEEP_DAYS_MAX = 3_650;
/** Days after which an endpoint with `keep: untilDelivered` removes submissions whose deliveries have not ended. */
export const UNDELIVERED_DAYS = 3;
/** How long entries of the audit log are kept and listed. */
export const AUDIT_DAYS = 400;
/** Lifetime of a session, and how many a member has in a workspace: the next one ends the oldest. */
export const SESSION_HOURS = 12;
export const SESSIONS_PER_MEMBER_MAX = 20;
/** Workspaces in which one sign-in begins sessions. */
export const WORKSPACES_PER_PERSON_MAX = 20;
/** Codes sent to an address in a quarter of an hour, and requested from a network (/24 or /48). */
export const SIGN_IN_CODES_MAX = 3;
export const SIGN_IN_CODES_PER_NETWORK_MAX = 60;
/** Codes mailed in an hour for requests without a device. */
export const SIGN_IN_MAILS_PER_HOUR_MAX = 600;
/** How long a browser that signed in has codes of its own. */
export const DEVICE_DAYS = 180;
/** Lifetime of a code, and attempts at it. */
export const SIGN_IN_CODE_MINUTES = 10;
export const SIGN_IN_ATTEMPTS_MAX = 5;
/** How long a member gets no codes after muting them. */
export const MUTED_HOURS = 24;
/** People whom a workspace can invite in an hour, and invitations that an address gets from all in a day. */
export const INVITATIONS_PER_HOUR_MAX = 30;
export const INVITATIONS_PER_ADDRESS_MAX = 3;
export const STATISTICS_DAYS_MAX = 366;
export const STATISTICS_DAYS_DEFAULT = 30;
/** Rules of one endpoint, and their size as JSON: every 4,096 bytes cost another read unit per submission. */
export const FIELD_RULES_MAX = 100;
export const FIELD_RULES_BYTES_MAX = 20_000;
/** Characters of a field's name, label or message, of an option, and of its `accept`. */
export const FIELD_NAME_LENGTH_MAX = 100;
export const FIELD_TEXT_LENGTH_MAX = 300;
export const FIELD_OPTIONS_MAX = 300;
/** Characters of a field's `pattern`. Its repetitions are limited separately. */
export const PATTERN_LENGTH_MAX = 500;

/** Every limit of the service, once. Sizes are bytes. */

/** Submissions, endpoints or keys on one page; a larger `limit` is served as this. */
export const ITEMS_PER_PAGE_MAX = 100;
/** Endpoints a workspace may hold. */
export const ENDPOINTS_PER_WORKSPACE_MAX = 1_000;
/** Keys a workspace may hold. */
export const KEYS_PER_WORKSPACE_MAX = 100;
/** Addresses in `targetEmails`. */
export const TARGET_EMAILS_MAX = 50;
/** Longest address: RFC 5321 allows 256 octets for a path, two of which are its angle brackets. */
export const EMAIL_LENGTH_MAX = 254;
/** Longest address of a website or webhook, in characters as it is written. */
export const URL_LENGTH_MAX = 2_048;
/** Addresses of websites in `allowedOrigins`. */
export const ALLOWED_ORIGINS_MAX = 20;
/** Characters of a website's origin: 8 of its scheme, 253 of its host name (RFC 1035), 6 of its port. */
export const ORIGIN_LENGTH_MAX = 267;
/** Words, phrases and addresses in `blockedTerms`. */
export const BLOCKED_TERMS_MAX = 100;
/** Characters of one of them, and of `honeypotField`. */
export const BLOCKED_TERM_LENGTH_MAX = 100;
export const HONEYPOT_FIELD_LENGTH_MAX = 100;
/** Characters of a captcha's site key or secret; the providers' own have at most 40 to 60. */
export const CAPTCHA_KEY_LENGTH_MAX = 200;
/** Characters of an answer to a captcha; the longest, Turnstile's, have at most 2,048. */
export const CAPTCHA_ANSWER_LENGTH_MAX = 8_192;
/** Characters of a mail's subject that a form may set with `_subject`. */
export const MAIL_SUBJECT_LENGTH_MAX = 200;
/** Fields (top-level names) of one submission. */
export const SUBMISSION_FIELDS_MAX = 200;
/** Levels of nesting of one submission; the submission itself is the first. */
export const SUBMISSION_DEPTH_MAX = 10;
/** A submission's data as JSON. */
export const SUBMISSION_BYTES_MAX = 50_000;
/** A request body as it was sent: a submission's 50,000 bytes with every character escaped as `\uXXXX`, and room for the rest. */
export const BODY_BYTES_MAX = 512 * 1024;
/**
 * The same for a form with files. AWS Lambda takes events of 6 MB, in which a body takes 4/3 as base64; the rest is room
 * for headers.
 */
export const FORM_BODY_BYTES_MAX = 4_500_000;
/** Files of one submission that an endpoint may allow, and how many it allows unless it says so. */
export const FILES_MAX = 10;
export const FILES_DEFAULT = 5;
/** Bytes of one file that an endpoint may allow, and what it allows unless it says so. */
export const FILE_BYTES_MAX = 100_000_000;
export const FILE_BYTES_DEFAULT = 10_000_000;
/** Types and patterns of types that an endpoint may name. */
export const FILE_TYPES_MAX = 50;
/** A file's name in UTF-8. File systems take 255 bytes; its percent-encoded form stands in an address. */
export const FILE_NAME_BYTES_MAX = 200;
/** The name of the field that a file was chosen in, in UTF-8. */
export const FILE_FIELD_BYTES_MAX = 200;
/** Characters of a file's name as it is sent, before it is cleaned. */
export const SENT_FILE_NAME_LENGTH_MAX = 1_000;
/** Seconds within which a file may be sent to the address that create-upload answers. */
export const UPLOAD_VALID_S = 900;
/** Seconds for which a file's address opens. */
export const FILE_URL_VALID_S = 300;
/** What a function may answer: AWS Lambda's limit for a synchronous response, 6 MB. */
export const FUNCTION_PAYLOAD_BYTES_MAX = 6_291_556;
/** Characters of a search's `query`, and the words, phrases and fields in it. */
export const SEARCH_QUERY_LENGTH_MAX = 200;
export const SEARCH_TERMS_MAX = 10;
/** Submissions that one request searches through. */
export const SEARCH_EXAMINED_MAX = 20_000;
/** Submissions that one key may have searched through, and changed or deleted by many, within a minute. */
export const SEARCHED_PER_MINUTE_MAX = 200_000;
export const CHANGED_PER_MINUTE_MAX = 6_000;
/** Submissions that one request changes or deletes. */
export const BULK_IDS_MAX = 100;
/** Webhooks of one endpoint. */
export const WEBHOOKS_PER_ENDPOINT_MAX = 10;
/** A webhook's template, and its levels of nesting. */
export const TEMPLATE_BYTES_MAX = 16_000;
export const TEMPLATE_DEPTH_MAX = 20;
/** Headers of a webhook's own, and characters of their names and values; tokens (JWT) have up to some thousand. */
export const WEBHOOK_HEADERS_MAX = 10;
export const HEADER_NAME_LENGTH_MAX = 100;
export const HEADER_VALUE_LENGTH_MAX = 4_000;
/** Deliveries one after the other: a submission that arrives with as many is not sent to webhooks. */
export const HOPS_MAX = 2;
/** How much of a receiver's answer is kept. */
export const WEBHOOK_ANSWER_BYTES_MAX = 4_096;
/** Attempts at a delivery that its record holds; the oldest go first. */
export const WEBHOOK_ATTEMPTS_KEPT_MAX = 20;
/** How long the secret before the last one signs along. */
export const WEBHOOK_PREVIOUS_SECRET_HOURS = 24;
/** Deliveries that one request sends again, and those that it looks at. */
export const REPLAYED_MAX = 50;
export const DELIVERIES_EXAMINED_MAX = 1_000;
/** Days of an endpoint's statistics. */
export const STATISTICS_DAYS_MAX = 366;
export const STATISTICS_DAYS_DEFAULT = 30;
/** Rules for fields of one endpoint, as JSON: each 4,096 bytes cost a read unit more per submission. */
export const FIELD_RULES_MAX = 100;
export const FIELD_RULES_BYTES_MAX = 20_000;
/** Characters of a field's name, label or message, of one of its options, and of its `accept`. */
export const FIELD_NAME_LENGTH_MAX = 100;
export const FIELD_TEXT_LENGTH_MAX = 300;
export const FIELD_OPTIONS_MAX = 300;
/** Characters of a field's `pattern`. How much it may repeat is bounded besides. */
export const PATTERN_LENGTH_MAX = 500;

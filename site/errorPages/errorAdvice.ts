import type { ErrorCode } from '../../shared/contract/errors.ts';
import * as limits from '../../shared/contract/limits.ts';

/** Advice on the page of an error code, besides its status and meaning, as inline Markdown. */
export interface ErrorAdvice {
  /** When the code is returned: one case each. */
  when: readonly string[];
  /** Remedies: one step or case each. */
  remedy: readonly string[];
}

const count = (value: number): string => value.toLocaleString('en');

const RESERVED: Pick<ErrorAdvice, 'when'> = { when: ['Never: the code is reserved in the contract.'] };

export const ERROR_ADVICE = {
  BAD_REQUEST: {
    when: [
      'The body is empty, is not valid JSON or UTF-8, or is not a JSON object.',
      'A required field is missing, or a field has a value that is not allowed.',
      'An update has none of the fields that can be updated.',
      `\`page\` or \`limit\` of a list is not a whole number of at least 1. (A \`limit\` above ${limits.ITEMS_PER_PAGE_MAX} is not an error: it is reduced to ${limits.ITEMS_PER_PAGE_MAX}.)`,
      'A submission has no fields, breaks [the rules of its form](/guide/fields), or lacks the response to a captcha that it needs.',
      `A submission has more than ${limits.SUBMISSION_FIELDS_MAX} fields that are not blank, or is more than ${limits.SUBMISSION_DEPTH_MAX} levels deep.`,
      'Deliveries of a webhook that is switched off were to be replayed, or a `cursor` belongs to a different search.',
    ],
    remedy: [
      'Read `message`: it names every bad field by its path and says what the field must be. Correct them all, then send again.',
      'The same request will fail again, so do not repeat it unchanged.',
      'For an HTML form: give each field a `name`. A form whose fields have no names sends an empty body.',
    ],
  },
  UNAUTHORIZED: {
    when: [
      'The header `Authorization` is missing, or is not `Bearer` followed by a key.',
      'The key is unknown, was deleted, or has expired.',
      'The response is the same in all cases, so that nobody can find out which keys exist.',
    ],
    remedy: [
      'Send `Authorization: Bearer fbk_…` with the secret of a key, not with its id (`key_…`).',
      'Check that the secret was copied whole: it ends in a checksum, so a single wrong or missing character invalidates it.',
      'Look up `expiresAt` with another key of the workspace (`GET /v1/keys`). A secret is shown only once: if it is lost or expired, create a new key.',
      'Sending a form (`POST /v1/f/{endpointId}`) needs no key. Never put one into a web page.',
    ],
  },
  FORBIDDEN: {
    when: [
      'The key is read-only, and the operation writes.',
      'A key that expires tried to create a key that expires later, or to extend one beyond its own expiry. `message` says when it expires.',
      'A form was sent from a website that is not in the endpoint’s `allowedOrigins`, or the browser hid which one it is: it sent `Origin: null`.',
      'The file cannot be downloaded: it was found infected, or has not been scanned yet.',
      'A firewall that the operator put in front of the service blocked the request.',
    ],
    remedy: [
      'Use a key with the permission `write`.',
      'If there is none, ask the operator of the service to create one with `npm run key -- create --permission write`. A key created over the API has the permission of the key that created it.',
      'Choose a shorter `expiresAt`, or use a key with a longer lifetime, such as one that never expires.',
      'For a form: add the origin of its page, such as `https://example.com`, to `allowedOrigins`. If `message` says that the browser hid it, send the page with `Referrer-Policy: strict-origin-when-cross-origin`.',
      'If `message` says that the request was blocked, give the operator the `requestId`.',
    ],
  },
  DISABLED: {
    when: [
      'A form was sent to an endpoint that is closed: its `isEnabled` is false, its `isArchived` is true, its `closesAt` has passed, or it has its `maxSubmissions`. Nothing was stored.',
    ],
    remedy: [
      'To receive submissions again, update the endpoint: `PUT /v1/endpoint/{id}` with `{"isEnabled": true, "isArchived": null, "closesAt": null, "maxSubmissions": null}`.',
      'If the endpoint is closed on purpose, remove the form from your page, or say there that it is closed.',
    ],
  },
  USAGE_EXCEEDED: {
    when: [
      `The workspace already has ${count(limits.ENDPOINTS_PER_WORKSPACE_MAX)} endpoints, the maximum.`,
      `The workspace already has ${limits.KEYS_PER_WORKSPACE_MAX} keys, the maximum. Expired keys count until they are deleted.`,
      `The endpoint already has ${limits.WEBHOOKS_PER_ENDPOINT_MAX} webhooks, the maximum.`,
    ],
    remedy: [
      'Delete what you no longer use: `GET /v1/endpoints` and `GET /v1/keys` list everything. `lastAccess` shows which keys are unused.',
      'Otherwise ask the operator of the service for a second workspace.',
    ],
  },
  NOT_FOUND: {
    when: [
      'The endpoint, submission, file, webhook or key does not exist, or was deleted.',
      'It belongs to another workspace. The response is the same on purpose.',
      'The submission belongs to a different endpoint than the one in the path.',
      'The requested page is past the last page of the list.',
      'The verified key is not valid.',
      'The token of a confirmation or unsubscription is unknown, or the address gets no confirmations.',
      'The endpoint does not use ALTCHA, so it has no challenge.',
      'The API has no such path.',
    ],
    remedy: [
      'Compare the id with the one that the list operations return. Upper and lower case matter.',
      'Make sure that the key belongs to the workspace that owns the resource.',
      'While paging through a list, stop at `_metadata.totalPages`.',
      'For an HTML form: the URL in `action` must be `/v1/f/` followed by the endpoint’s id (`enp_…`), not its slug or name.',
    ],
  },
  METHOD_NOT_ALLOWED: {
    when: ['The path exists, but does not support this method.'],
    remedy: [
      'The response header `Allow` and `message` say which methods the path supports.',
      'For an HTML form: it needs `method="post"`. Without it the browser sends a GET.',
      'Lists have paths of their own, in the plural: `GET /v1/endpoints` lists, `POST /v1/endpoint` creates.',
    ],
  },
  CONFLICT: {
    when: [
      'Another endpoint of the workspace has this `slug`. Two requests at the same time cannot both get it.',
      'An `Idempotency-Key`, or the `_id` of a submission, already named another request.',
      'Other requests kept changing the endpoint at the same time.',
    ],
    remedy: [
      'For an `Idempotency-Key` or `_id`: send what is new under a new one.',
      'For a slug: choose another one. Deleting the endpoint that has it, or changing that endpoint’s slug, frees it at once.',
      'If a create was repeated after a timeout, the first attempt may have worked: check `GET /v1/endpoints`.',
      'If `message` says that the endpoint is being changed, try again.',
    ],
  },
  PAYLOAD_TOO_LARGE: {
    when: [
      `The data of a submission is more than ${count(limits.SUBMISSION_BYTES_MAX)} bytes, as JSON.`,
      `The body of a request is more than ${count(limits.BODY_BYTES_MAX)} bytes as sent.`,
      `A form with files is more than ${count(limits.FORM_BODY_BYTES_MAX)} bytes, or a file is larger than the endpoint allows.`,
      'The response would be larger than 6 MB: ask for fewer items by `limit`.',
      'Above 10 MB the gateway itself rejects the body, with status 413 but without these four fields.',
    ],
    remedy: [
      'Send less: put a `maxlength` on long text fields and leave out what you do not read.',
      'For files: upload them from a script before the submission (`POST /v1/f/{endpointId}/uploads`), up to the endpoint’s `files.maxBytes`.',
    ],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: [
      'The header `Content-Type` is missing (submissions do without it), or names a type that the operation does not accept.',
      'JSON is in another charset than UTF-8, or the body is compressed.',
      'A form has a file, and the endpoint has no `files`, or does not accept this type.',
      'A file is a page, a program, a script or a document with macros, or not what it claims to be. No endpoint accepts it.',
    ],
    remedy: [
      'For the management operations: send `Content-Type: application/json`.',
      'For submissions: `application/json`, `application/x-www-form-urlencoded`, `multipart/form-data` and `text/plain` are accepted. A script that sends `FormData` must leave the header to the browser, which adds the boundary.',
      'For files: set the endpoint’s `files` with the types to accept. An empty file input does no harm; an empty file is rejected.',
    ],
  },
  TOO_MANY_REQUESTS: {
    when: [
      'More requests arrived in a short period than the service allows. This one was not processed.',
      'A confirmation was asked for again too soon.',
    ],
    remedy: [
      'Wait as many seconds as the response header `Retry-After` says, or one if there is none, and repeat the request. If it is rejected again, double the pause each time and add a random part to it, so that many clients do not retry at once.',
      `Spread bulk work over time, and read lists with \`limit=${limits.ITEMS_PER_PAGE_MAX}\` instead of item by item.`,
      'If ordinary traffic reaches the limit, the operator of the service can raise the limit.',
    ],
  },
  INTERNAL_SERVER_ERROR: {
    when: ['The service failed unexpectedly. The cause is in the service’s log and is not shown to callers.'],
    remedy: [
      'Try again in a moment. Reads, updates and deletes can be repeated safely; a create may have worked, so check before you repeat it.',
      'If it continues, give the operator the `requestId`: it is in the body, in the response header `X-Request-Id` and in the log line with the cause.',
    ],
  },
  GATEWAY_TIMEOUT: {
    when: [
      'Storage was throttled or slow, and retrying within the time limit did not help.',
      'The service gave up just before its own time limit, so that you get a response.',
    ],
    remedy: [
      'Wait a second and try again, with longer pauses each time. Reads, updates and deletes can be repeated safely.',
      'A create may have worked without a response: check the list before you repeat it.',
      'If it continues, give the operator the `requestId`.',
    ],
  },
  NOT_UNIQUE: { ...RESERVED, remedy: ['Nothing: conflicts return [CONFLICT](/errors/CONFLICT).'] },
  UNPROCESSABLE_ENTITY: { ...RESERVED, remedy: ['Nothing: invalid bodies return [BAD_REQUEST](/errors/BAD_REQUEST).'] },
} satisfies Record<ErrorCode, ErrorAdvice>;

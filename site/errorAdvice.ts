import type { ErrorCode } from '../shared/contract/errors.ts';
import {
  BODY_BYTES_MAX,
  ENDPOINTS_PER_WORKSPACE_MAX,
  FORM_BODY_BYTES_MAX,
  ITEMS_PER_PAGE_MAX,
  KEYS_PER_WORKSPACE_MAX,
  SUBMISSION_BYTES_MAX,
  SUBMISSION_DEPTH_MAX,
  SUBMISSION_FIELDS_MAX,
} from '../shared/contract/limits.ts';
import { type Html, html } from './html.ts';

/** What the page of an error code says beyond the code's status and meaning. */
export interface ErrorAdvice {
  /** When the code is answered, one case each. */
  when: readonly Html[];
  /** What to do about it, one step or case each. */
  remedy: readonly Html[];
}

const count = (value: number): string => value.toLocaleString('en');

const RESERVED: Pick<ErrorAdvice, 'when'> = {
  when: [html`Never: the code is kept in the contract’s list, so that a client that knows the list knows it.`],
};

export const ERROR_ADVICE = {
  BAD_REQUEST: {
    when: [
      html`The body is empty, is not valid JSON or UTF-8, or is not a JSON object.`,
      html`A required field is missing, or a field has a value that is not allowed.`,
      html`An update has none of the fields that can be updated.`,
      html`<code>page</code> or <code>limit</code> of a list is not a whole number of at least 1. (A <code>limit</code> above ${ITEMS_PER_PAGE_MAX} is no error: it is served as ${ITEMS_PER_PAGE_MAX}.)`,
      html`A submission has more than ${SUBMISSION_FIELDS_MAX} fields, or is more than ${SUBMISSION_DEPTH_MAX} levels deep.`,
    ],
    remedy: [
      html`Read <code>message</code>: it names every bad field by its path and says what the field must be. Correct them all, then send again.`,
      html`The same request will fail again, so do not repeat it unchanged.`,
      html`For an HTML form: give each field a <code>name</code>, and the page <code>&lt;meta charset="utf-8"&gt;</code>. A form whose fields have no names sends an empty body.`,
    ],
  },
  UNAUTHORIZED: {
    when: [
      html`The header <code>Authorization</code> is missing, or is not <code>Bearer</code> followed by a key.`,
      html`The key is unknown, was deleted, or has expired.`,
      html`All of these give the same answer, so that nobody can find out by trying which keys exist.`,
    ],
    remedy: [
      html`Send <code>Authorization: Bearer fbk_…</code> with the secret of a key, not with its id (<code>key_…</code>).`,
      html`Check that the secret was copied whole: it ends in a checksum, so one wrong or missing character is enough.`,
      html`Look up <code>expiresAt</code> with another key of the workspace (<code>GET /v1/keys</code>). A secret is shown only once: if it is lost or expired, make a new key.`,
      html`Sending a form (<code>POST /v1/f/{endpointId}</code>) needs no key. Never put one into a web page.`,
    ],
  },
  FORBIDDEN: {
    when: [
      html`The key is valid, but has the permission <code>read</code>, and the operation writes.`,
      html`A key that expires is to make a key that expires later than itself, or to give one a later expiry. <code>message</code> says when it expires.`,
      html`A file of a submission is not handed out: it was found infected, or not scanned yet.`,
      html`A firewall that the operator put in front of the service blocked the request.`,
    ],
    remedy: [
      html`Use a key with the permission <code>write</code>.`,
      html`If there is none, ask the operator of the service to make one with <code>npm run key -- create --permission write</code>. A key made over the API has the permission of the key that made it.`,
      html`Choose a shorter <code>expiresAt</code>, or use a key that lives longer, such as one that never expires.`,
      html`If <code>message</code> says that the request was blocked, give the operator the <code>requestId</code>.`,
    ],
  },
  DISABLED: {
    when: [html`A form was sent to an endpoint whose <code>isEnabled</code> is false. Nothing was stored.`],
    remedy: [
      html`To receive submissions again, update the endpoint: <code>PUT /v1/endpoint/{id}</code> with <code>{"isEnabled": true}</code>.`,
      html`If the endpoint is closed on purpose, take the form off the page or say there that it is closed.`,
    ],
  },
  USAGE_EXCEEDED: {
    when: [
      html`An endpoint is to be made in a workspace that holds ${count(ENDPOINTS_PER_WORKSPACE_MAX)} of them.`,
      html`A key is to be made in a workspace that holds ${KEYS_PER_WORKSPACE_MAX} of them. Expired keys count until they are deleted.`,
    ],
    remedy: [
      html`Delete what is no longer used: <code>GET /v1/endpoints</code> and <code>GET /v1/keys</code> list what there is. <code>lastAccess</code> shows which keys nobody uses.`,
      html`Otherwise ask the operator of the service for a second workspace.`,
    ],
  },
  NOT_FOUND: {
    when: [
      html`The endpoint, submission or key does not exist, or was deleted.`,
      html`It belongs to another workspace than the key: that looks the same on purpose.`,
      html`A submission was asked for under an endpoint that is not its own.`,
      html`A list was asked for a page past its last one.`,
      html`A key was verified that would not be accepted now.`,
      html`There is nothing at the path at all.`,
    ],
    remedy: [
      html`Compare the id, character by character and with upper and lower case, with what the list operations return.`,
      html`Make sure that the key belongs to the workspace that owns the resource.`,
      html`While paging through a list, stop at <code>_metadata.totalPages</code>.`,
      html`For an HTML form: the address in <code>action</code> must be <code>/v1/f/</code> followed by the endpoint’s id (<code>enp_…</code>), not its slug or name.`,
    ],
  },
  METHOD_NOT_ALLOWED: {
    when: [html`The path exists, but does not answer this method.`],
    remedy: [
      html`The response header <code>Allow</code> and <code>message</code> say which methods the path answers.`,
      html`For an HTML form: it needs <code>method="post"</code>. Without it the browser sends a GET.`,
      html`Lists have paths of their own, in the plural: <code>GET /v1/endpoints</code> lists, <code>POST /v1/endpoint</code> creates.`,
    ],
  },
  CONFLICT: {
    when: [
      html`Another endpoint of the workspace has this <code>slug</code>. Two requests at the same time cannot both get it.`,
      html`The endpoint was being changed by other requests over and over.`,
    ],
    remedy: [
      html`For a slug: choose another one. Deleting the endpoint that has it, or changing that endpoint’s slug, frees it at once.`,
      html`If a create was repeated after a timeout, the first attempt may have worked: look in <code>GET /v1/endpoints</code>.`,
      html`If <code>message</code> says that the endpoint is being changed, try again.`,
    ],
  },
  PAYLOAD_TOO_LARGE: {
    when: [
      html`The data of a submission is more than ${count(SUBMISSION_BYTES_MAX)} bytes, written as JSON.`,
      html`The body of a request is more than ${count(BODY_BYTES_MAX)} bytes as it was sent.`,
      html`A form with files is more than ${count(FORM_BODY_BYTES_MAX)} bytes, or a file has more than the endpoint takes.`,
      html`Above 10 MB it is the gateway that refuses the body: still with status 413, but without these four fields.`,
    ],
    remedy: [
      html`Send less: put a <code>maxlength</code> on long text fields and leave out what you do not read.`,
      html`For files: have a script send them before the submission (<code>POST /v1/f/{endpointId}/uploads</code>), up to what the endpoint’s <code>files.maxBytes</code> says.`,
    ],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: [
      html`The header <code>Content-Type</code> is missing, or names a type that the operation does not take.`,
      html`The charset in <code>Content-Type</code> is not UTF-8.`,
      html`A form has a file, and the endpoint has no <code>files</code>, or takes none of this type.`,
      html`A file is a page, a program, a script or a document with macros, or is not what it says: no endpoint takes it.`,
    ],
    remedy: [
      html`For the management operations: send <code>Content-Type: application/json</code>.`,
      html`For submissions: <code>application/json</code>, <code>application/x-www-form-urlencoded</code> and <code>multipart/form-data</code> are taken. A script that sends <code>FormData</code> must leave the header to the browser, which adds the boundary.`,
      html`For files: set the endpoint’s <code>files</code>, with the types that it is to take. A file input that was left empty does no harm.`,
    ],
  },
  TOO_MANY_REQUESTS: {
    when: [html`More requests came in a short period than the service lets through. This one was not processed.`],
    remedy: [
      html`Wait a second and repeat the request. If it is refused again, double the pause each time and add a random part to it, so that many clients do not come back at once.`,
      html`Spread bulk work over time, and read lists with <code>limit=${ITEMS_PER_PAGE_MAX}</code> instead of item by item.`,
      html`If ordinary traffic runs into this, the operator of the service can raise the limit.`,
    ],
  },
  INTERNAL_SERVER_ERROR: {
    when: [html`Something failed that should not. The cause stands in the service’s log and is not shown outside.`],
    remedy: [
      html`Try again in a moment. Reads, updates and deletes can be repeated safely; a create may have worked, so look before you repeat it.`,
      html`If it stays, give the operator the <code>requestId</code>: it is in the body, in the response header <code>X-Request-Id</code> and in the log line that holds the cause.`,
    ],
  },
  GATEWAY_TIMEOUT: {
    when: [
      html`Storage was throttled or slow, and retrying within the time limit did not help.`,
      html`The service gave up just before its own time limit, so that you get an answer at all.`,
    ],
    remedy: [
      html`Wait a second and try again, with longer pauses each time. Reads, updates and deletes can be repeated safely.`,
      html`A create may have worked although no answer came: look in the list before you repeat it.`,
      html`If it stays, give the operator the <code>requestId</code>.`,
    ],
  },
  NOT_UNIQUE: {
    ...RESERVED,
    remedy: [
      html`Nothing. What must be unique and is not gives <a href="/errors/CONFLICT">CONFLICT</a>: handle that one.`,
    ],
  },
  UNPROCESSABLE_ENTITY: {
    ...RESERVED,
    remedy: [
      html`Nothing. A body with invalid content gives <a href="/errors/BAD_REQUEST">BAD_REQUEST</a>: handle that one.`,
    ],
  },
} satisfies Record<ErrorCode, ErrorAdvice>;

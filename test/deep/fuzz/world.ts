import { EndpointCreate } from '../../../shared/contract/schemas/endpoints/endpoint.ts';
import { WebhookCreate } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { NEVER } from '../../../shared/contract/time.ts';
import {
  confirmToken,
  hashedMailbox,
  unsubscribeToken,
} from '../../../shared/deliveries/channels/confirmation/tokens.ts';
import { newWebhookSecret } from '../../../shared/deliveries/channels/webhook/signatures.ts';
import { newId, newWebhookId } from '../../../shared/runtime/newId.ts';
import { ConfirmationSecret } from '../../../shared/storage/confirmations/confirmationSecret.ts';
import { Endpoints } from '../../../shared/storage/endpoints/endpoints.ts';
import { personOf, signInCodeKey } from '../../../shared/storage/members/memberKeys.ts';
import { Members } from '../../../shared/storage/members/members.ts';
import { Sessions } from '../../../shared/storage/members/sessions.ts';
import { SignInCodes } from '../../../shared/storage/members/signInCodes.ts';
import { Submissions } from '../../../shared/storage/submissions/submissions.ts';
import type { TableAccess } from '../../../shared/storage/table/table.ts';
import { Webhooks } from '../../../shared/storage/webhooks/webhooks.ts';
import { newKeySecret, newSecret } from '../../../shared/storage/workspaces/keySecret.ts';
import { Keys } from '../../../shared/storage/workspaces/keys.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { WORKSPACE_OWNER } from '../../support/simulator/operations.ts';
import type { FuzzRequest } from './exchange.ts';

/** A workspace with at least one of everything, and what others must never see of it. */
export interface FuzzWorkspace {
  workspaceId: string;
  secrets: string[];
  /** A marker in all of its texts, and its ids. */
  marks: string[];
  names: Record<string, string>;
}

const PAST = '2020-01-01 00:00:00.000000';
/**
 * Replaced in paths, headers and bodies before sending, so that a seed repeats a request in any run. With a trailing %
 * every character is percent-encoded.
 */
const TOKEN = /~(w\d|none)\.(\w+)(%?)~/g;

const NOTHING: Record<string, string> = {
  endpoint: newId('endpoint'),
  submission: newId('submission'),
  key: 'key_0000000000000000000000',
  webhook: newWebhookId(newId('endpoint')),
  file: newId('file'),
  secret: newKeySecret(),
  token: unsubscribeToken('another-secret', 'a-mailbox'),
  recipient: 'nobody@example.com',
  pending: newId('submission'),
  confirmToken: confirmToken('another-secret', newId('endpoint'), newId('submission')),
  member: newId('member'),
  session: newSecret('session'),
  sessionId: 'ses_0000000000000000000000',
  handle: SignInCodes.newHandle(),
  code: '00000000',
  muteToken: `${personOf('nobody@example.com')}.${personOf('nothing')}`,
};

export class FuzzWorld {
  readonly workspaces: FuzzWorkspace[];

  constructor(workspaces: FuzzWorkspace[]) {
    this.workspaces = workspaces;
  }

  resolve({ method, path, headers, body }: FuzzRequest): FuzzRequest {
    const text = body.toString('latin1');
    return {
      method,
      path: this.#fill(path),
      headers: headers.map(([name, value]) => [name, this.#fill(value)]),
      body: text.includes('~') ? Buffer.from(this.#fill(text), 'latin1') : body,
    };
  }

  /** By the credential, or by the handle of a code. */
  callerOf(request: FuzzRequest): FuzzWorkspace | undefined {
    const body = request.body.toString('latin1');
    const ofCode = this.workspaces.find(({ names }) => body.includes(names.handle ?? ''));
    if (ofCode && /^\/v1\/session/.test(request.path)) return ofCode;
    const header = request.headers.findLast(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
    return this.workspaces.find(({ secrets }) => secrets.some((secret) => header.includes(secret)));
  }

  #fill(text: string): string {
    return text.replace(TOKEN, (token, owner: string, name: string, percent: string) => {
      const names = owner === 'none' ? NOTHING : this.workspaces[Number(owner.slice(1))]?.names;
      const value = names?.[name] ?? token;
      return percent === '' ? value : `%${Buffer.from(value).toString('hex').match(/../g)?.join('%')}`;
    });
  }
}

export async function newFuzzWorld(table: TableAccess, count: number): Promise<FuzzWorld> {
  const workspaces: FuzzWorkspace[] = [];
  for (let i = 0; i < count; i++)
    workspaces.push(await newFuzzWorkspace(table, `mark${i}x${newKeySecret().slice(4, 16)}`, i === 0));
  return new FuzzWorld(workspaces);
}

async function newFuzzWorkspace(table: TableAccess, mark: string, isFirst: boolean): Promise<FuzzWorkspace> {
  const { workspaceId, key: secret } = await new Workspaces(table).create(mark);
  const keys = new Keys(table);
  const name = `Key ${mark}`;
  const reader = await keys.create(workspaceId, { name, expiresAt: NEVER }, 'read');
  const expired = await keys.create(workspaceId, { name, expiresAt: PAST }, 'write');
  const spare = await keys.create(workspaceId, { name, expiresAt: NEVER }, 'write');
  const endpoints = new Endpoints(table);
  const fields = {
    name: `Form ${mark}`,
    targetEmails: [],
    redirectUrl: `https://${mark.toLowerCase()}.example.com/ok`,
  };
  // Any workspace can use the same slug, so it identifies none.
  const slug = `taken.${mark.toLowerCase().slice(0, 5)}`;
  const files = { types: ['image/*', 'text/*', 'application/*'] };
  const endpoint = await endpoints.create(workspaceId, EndpointCreate.parse({ ...fields, slug, files }));
  const other = EndpointCreate.parse({ ...fields, slug: `${slug}.off`, isEnabled: false });
  const disabled = await endpoints.create(workspaceId, other);
  const recipient = `${mark.toLowerCase()}@example.com`;
  const asking = EndpointCreate.parse({
    ...fields,
    slug: `${slug}.altcha`,
    captcha: { provider: 'altcha' },
    targetEmails: [recipient],
    confirmation: { subject: 'We have it', text: 'Thank you.' },
  });
  const altcha = await endpoints.create(workspaceId, asking);
  const submissions = new Submissions(table);
  const stored = [];
  for (let i = 0; i < 3; i++)
    stored.push(await submissions.create(endpoint.id, { data: { mark, i }, location: 'Spain', files: [fileOf(mark)] }));
  const given = WebhookCreate.parse({ endpointId: endpoint.id, url: `https://${mark.toLowerCase()}.example.com/hook` });
  const webhook = await new Webhooks(table).create(endpoint, given, newWebhookSecret());
  const pending = await submissions.create(endpoint.id, { data: { mark }, location: 'Spain', isPending: true });
  const ofConfirmations = await new ConfirmationSecret(table).findOrMake();
  const people = await newPeople(table, workspaceId, mark, isFirst);
  const names = {
    ...people,
    secret,
    token: unsubscribeToken(ofConfirmations, hashedMailbox(ofConfirmations, `${mark}@example.com`)),
    recipient,
    pending: pending.id,
    confirmToken: confirmToken(ofConfirmations, endpoint.id, pending.id),
    readSecret: reader.secret,
    expiredSecret: expired.secret,
    spareSecret: spare.secret,
    key: spare.key.id,
    readKey: reader.key.id,
    endpoint: endpoint.id,
    disabled: disabled.id,
    altcha: altcha.id,
    webhook: webhook.id,
    file: stored[0]?.files?.[0]?.id ?? '',
    submission: stored[0]?.id ?? '',
    submission2: stored[1]?.id ?? '',
    slug,
    disabledSlug: `${slug}.off`,
  };
  const identifiers = Object.values(names).filter((value) => !value.startsWith(slug));
  const marks = [mark, mark.toLowerCase(), workspaceId, ...identifiers, ...stored.map(({ id }) => id)];
  const sessions = [people.session, people.ownerSession];
  return { workspaceId, names, marks, secrets: [secret, reader.secret, expired.secret, spare.secret, ...sessions] };
}

/** A member who signed in and can do so again, and an owner, who may create workspaces in the first workspace. */
async function newPeople(table: TableAccess, workspaceId: string, mark: string, isFirst: boolean) {
  const begin = async (address: string, role: 'editor' | 'owner') => {
    const { id: memberId } = await new Members(table).create(workspaceId, { address, role });
    return { memberId, ...(await new Sessions(table).begin({ workspaceId, memberId }, 'Firefox', {})) };
  };
  const address = `member.${mark.toLowerCase()}@example.com`;
  const member = await begin(address, 'editor');
  const owner = await begin(isFirst ? WORKSPACE_OWNER : `owner.${mark.toLowerCase()}@example.com`, 'owner');
  const codes = new SignInCodes(table);
  const handle = SignInCodes.newHandle();
  await codes.open(handle, personOf(address));
  const code = (await codes.codeOf(handle)) ?? '';
  // A run may take longer than a code is valid.
  await table.update({
    Key: signInCodeKey(handle),
    UpdateExpression: 'SET endsAt = :never',
    ExpressionAttributeValues: { ':never': Number.MAX_SAFE_INTEGER },
  });
  return {
    ...{ member: member.memberId, session: member.secret, sessionId: owner.session.id },
    ...{ ownerSession: owner.secret, handle, code, muteToken: await codes.muteTokenOf(personOf(address)) },
  };
}

const fileOf = (mark: string) => ({
  id: newId('file'),
  field: 'file',
  name: `${mark}.txt`,
  type: 'text/plain',
  bytes: 10,
  scan: 'not scanned' as const,
});

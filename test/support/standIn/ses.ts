import type { Account, StandInIdentity } from './account.ts';
import { type Call, json, jsonError, type Service, type ServiceResponse } from './call.ts';

export const sesOf =
  (account: Account): Service =>
  (call) => {
    const [version, email, kind, name = '', part] = call.path;
    if (version !== 'v2' || email !== 'email') return undefined;
    const method = call.name.split(' ')[0];
    if (kind === 'account') return onAccount(account, `${method} ${name}`.trim(), call);
    if (kind !== 'identities') return undefined;
    return onIdentity(account, method ?? '', { name, part: part ?? '', body: call.body });
  };

function onAccount(account: Account, action: string, { body }: Call): ServiceResponse | undefined {
  const input = body ? JSON.parse(body) : {};
  if (action === 'GET') return json(stateOf(account));
  if (action === 'PUT pricing-attributes') {
    account.plan = input.Plan;
    return json({});
  }
  if (action !== 'POST details') return undefined;
  if (account.review?.Status === 'PENDING') return jsonError(409, 'ConflictException');
  account.review = { Status: 'PENDING', CaseId: '42' };
  account.useCase = input.UseCaseDescription;
  return json({});
}

const stateOf = ({ plan, hasProductionAccess, isPaused, quota, review }: Account) => ({
  ProductionAccessEnabled: hasProductionAccess,
  SendingEnabled: !isPaused,
  EnforcementStatus: isPaused ? 'SHUTDOWN' : 'HEALTHY',
  SendQuota: quota,
  PricingAttributes: { CurrentPlan: plan },
  ...(review && { Details: { MailType: 'TRANSACTIONAL', WebsiteURL: 'https://example.com', ReviewDetails: review } }),
});

interface IdentityCall {
  name: string;
  part: string;
  body: string;
}

function onIdentity(
  { identities }: Account,
  method: string,
  { name, part, body }: IdentityCall,
): ServiceResponse | undefined {
  const input = body ? JSON.parse(body) : {};
  if (method === 'POST') {
    if (identities[input.EmailIdentity]) return jsonError(400, 'AlreadyExistsException');
    identities[input.EmailIdentity] = { isVerified: false };
    return json({});
  }
  const identity = identities[name];
  if (!identity) return jsonError(404, 'NotFoundException');
  if (method === 'GET') return json(described(name, identity));
  if (method === 'PUT' && part === 'mail-from') {
    identity.mailFrom = { domain: input.MailFromDomain, status: 'PENDING' };
    return json({});
  }
  if (method !== 'DELETE') return undefined;
  delete identities[name];
  return json({});
}

const described = (name: string, { isVerified, mailFrom }: StandInIdentity) => ({
  VerifiedForSendingStatus: isVerified,
  DkimAttributes: name.includes('@')
    ? {}
    : {
        Status: isVerified ? 'SUCCESS' : 'PENDING',
        Tokens: ['one', 'two', 'three'],
        SigningHostedZone: 'dkim.amazonses.com',
      },
  ...(mailFrom && {
    MailFromAttributes: {
      MailFromDomain: mailFrom.domain,
      MailFromDomainStatus: mailFrom.status,
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    },
  }),
});

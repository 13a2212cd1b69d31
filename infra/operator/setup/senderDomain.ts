import { PutEmailIdentityMailFromAttributesCommand } from '@aws-sdk/client-sesv2';
import {
  createRecords,
  type DnsRecord,
  dmarcName,
  findZone,
  mailFromDomain,
  missingFrom,
  recordTable,
  senderRecords,
} from './dnsRecords.ts';
import { createIdentity, findIdentity, type Identity } from './identities.ts';
import type { Setup } from './setup.ts';
import { done, type Finding, type Todo } from './step.ts';

/** A domain's readiness as a sender: Easy DKIM, custom MAIL FROM, DMARC, and the DNS records of all three. */
export async function findSenderDomain(setup: Setup, domain: string): Promise<Finding> {
  const identity = await findIdentity(setup, domain);
  if (!identity) {
    return todo(`SES has no identity ${domain}.`, `Create the identity ${domain} in SES, with Easy DKIM.`, async () => {
      await createIdentity(setup, domain);
    });
  }
  if (!identity.MailFromAttributes?.MailFromDomain) {
    const name = mailFromDomain(domain);
    return todo(
      `${domain} has no MAIL FROM domain.`,
      `Set ${name} as MAIL FROM domain, to which bounces return.`,
      async () => {
        // Without the MX record, SES falls back to its own domain instead of rejecting the mail.
        const MailFrom = { MailFromDomain: name, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' } as const;
        const command = new PutEmailIdentityMailFromAttributesCommand({ EmailIdentity: domain, ...MailFrom });
        await setup.clients.ses.send(command);
      },
    );
  }
  return findRecords(setup, domain, identity);
}

async function findRecords(setup: Setup, domain: string, identity: Identity): Promise<Finding> {
  const records = senderRecords(domain, await setup.region(), identity);
  const zoneId = await findZone(setup, domain);
  const missing = zoneId === undefined ? [] : await missingFrom(setup, zoneId, records);
  if (zoneId !== undefined && missing.length > 0) return createMissing(setup, domain, zoneId, missing);
  const open = await openChecks(setup, domain, identity);
  if (open.length === 0) return done(`${domain} is verified, with DKIM, MAIL FROM and DMARC.`);
  return {
    state: 'waiting',
    found: `${domain}: ${open.join(', ')}.`,
    until:
      zoneId === undefined
        ? 'Create the missing ones of these records in your DNS. AWS checks for them for 72 hours.'
        : 'The records are in Route 53. AWS finds them within minutes, if the zone is the one that your registrar names.',
    ...(zoneId === undefined && { lines: recordTable(records) }),
  };
}

const createMissing = (setup: Setup, domain: string, zoneId: string, missing: DnsRecord[]): Finding => ({
  ...todo(
    `The zone of ${domain} in Route 53 lacks ${missing.length} of the records.`,
    `Create these records in the hosted zone ${zoneId}; existing ones are not changed.`,
    async () => {
      await createRecords(setup, zoneId, missing);
    },
  ),
  lines: recordTable(missing),
});

/** The checks that AWS and DNS have not passed yet. */
async function openChecks({ outside }: Setup, domain: string, identity: Identity): Promise<string[]> {
  const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes } = identity;
  const dmarc = await outside.lookUpTxt(dmarcName(domain));
  const { Status = 'NOT_STARTED' } = DkimAttributes ?? {};
  const { MailFromDomainStatus } = MailFromAttributes ?? {};
  return [
    !(VerifiedForSendingStatus && Status === 'SUCCESS') && `DKIM ${Status}`,
    MailFromDomainStatus !== 'SUCCESS' && `MAIL FROM ${MailFromDomainStatus}`,
    !dmarc.some((text) => text.startsWith('v=DMARC1')) && 'DMARC not found',
  ].filter((each) => each !== false);
}

const todo = (found: string, plan: string, act: Todo['act']): Finding => ({ state: 'todo', found, plan, act });

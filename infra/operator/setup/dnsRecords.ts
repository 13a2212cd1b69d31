import {
  ChangeResourceRecordSetsCommand,
  ListHostedZonesByNameCommand,
  ListResourceRecordSetsCommand,
  type RRType,
} from '@aws-sdk/client-route-53';
import type { Identity } from './identities.ts';
import type { Setup } from './setup.ts';

export interface DnsRecord {
  name: string;
  type: Extract<RRType, 'CNAME' | 'MX' | 'TXT'>;
  /** The values in DNS, with texts unquoted. */
  value: string;
}

/** The MAIL FROM subdomain, to which bounces return. AWS requires a name that receives no other mail. */
export const mailFromDomain = (domain: string): string => `forms-bounces.${domain}`;
export const dmarcName = (domain: string): string => `_dmarc.${domain}`;

/** DNS records that sign a domain's mails, return bounces to its own subdomain, and publish its DMARC policy. */
export function senderRecords(
  domain: string,
  region: string,
  { DkimAttributes, MailFromAttributes }: Identity,
): DnsRecord[] {
  const { Tokens = [], SigningHostedZone = 'dkim.amazonses.com' } = DkimAttributes ?? {};
  const mailFrom = MailFromAttributes?.MailFromDomain ?? mailFromDomain(domain);
  return [
    ...Tokens.map(
      (token): DnsRecord => ({
        name: `${token}._domainkey.${domain}`,
        type: 'CNAME',
        value: `${token}.${SigningHostedZone}`,
      }),
    ),
    { name: mailFrom, type: 'MX', value: `10 feedback-smtp.${region}.amazonses.com` },
    { name: mailFrom, type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' },
    { name: dmarcName(domain), type: 'TXT', value: 'v=DMARC1; p=none;' },
  ];
}

/** The records as a table to copy from. */
export const recordTable = (records: readonly DnsRecord[]): string[] =>
  records.map(({ name, type, value }) => `${type.padEnd(6)} ${name.padEnd(72)} ${value}`);

/** The domain's public hosted zone in Route 53, if any. */
export async function findZone({ clients }: Setup, domain: string): Promise<string | undefined> {
  const labels = domain.split('.');
  for (const zone of labels.slice(0, -1).map((_, i) => `${labels.slice(i).join('.')}.`)) {
    const { HostedZones = [] } = await clients.route53.send(new ListHostedZonesByNameCommand({ DNSName: zone }));
    const found = HostedZones.find(({ Name, Config }) => Name === zone && !Config?.PrivateZone);
    if (found) return found.Id?.split('/').at(-1);
  }
  return undefined;
}

/** The records whose name and type the zone does not have yet. Existing records are never changed. */
export async function missingFrom(
  { clients }: Setup,
  zoneId: string,
  records: readonly DnsRecord[],
): Promise<DnsRecord[]> {
  const isThere = await Promise.all(
    records.map(async ({ name, type }) => {
      const from = { HostedZoneId: zoneId, StartRecordName: name, StartRecordType: type, MaxItems: 1 };
      const { ResourceRecordSets = [] } = await clients.route53.send(new ListResourceRecordSetsCommand(from));
      return ResourceRecordSets.some(({ Name, Type }) => Name === `${name}.` && Type === type);
    }),
  );
  return records.filter((_, i) => !isThere[i]);
}

const TTL_S = 300;

/** Creates all records or none. */
export const createRecords = ({ clients }: Setup, HostedZoneId: string, records: readonly DnsRecord[]) =>
  clients.route53.send(
    new ChangeResourceRecordSetsCommand({
      HostedZoneId,
      ChangeBatch: {
        Changes: records.map(({ name, type, value }) => ({
          Action: 'CREATE',
          ResourceRecordSet: {
            Name: name,
            Type: type,
            TTL: TTL_S,
            ResourceRecords: [{ Value: type === 'TXT' ? `"${value}"` : value }],
          },
        })),
      },
    }),
  );

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
  /** As DNS has it; texts without quotes. */
  value: string;
}

/** Where bounces come back to. AWS allows no name that receives other mail. */
export const mailFromDomain = (domain: string): string => `forms-bounces.${domain}`;
export const dmarcName = (domain: string): string => `_dmarc.${domain}`;

/** The records that sign a domain's mails, have bounces come back under its own name, and say what receivers may expect. */
export function senderRecords(domain: string, region: string, { DkimAttributes }: Identity): DnsRecord[] {
  const { Tokens = [], SigningHostedZone = 'dkim.amazonses.com' } = DkimAttributes ?? {};
  return [
    ...Tokens.map(
      (token): DnsRecord => ({
        name: `${token}._domainkey.${domain}`,
        type: 'CNAME',
        value: `${token}.${SigningHostedZone}`,
      }),
    ),
    { name: mailFromDomain(domain), type: 'MX', value: `10 feedback-smtp.${region}.amazonses.com` },
    { name: mailFromDomain(domain), type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' },
    { name: dmarcName(domain), type: 'TXT', value: 'v=DMARC1; p=none;' },
  ];
}

/** Records as a table to paste from. */
export const recordTable = (records: readonly DnsRecord[]): string[] =>
  records.map(({ name, type, value }) => `${type.padEnd(6)} ${name.padEnd(72)} ${value}`);

/** The public hosted zone in Route 53 that a domain is in, if there is one. */
export async function findZone({ clients }: Setup, domain: string): Promise<string | undefined> {
  const labels = domain.split('.');
  for (const zone of labels.slice(0, -1).map((_, i) => `${labels.slice(i).join('.')}.`)) {
    const { HostedZones = [] } = await clients.route53.send(new ListHostedZonesByNameCommand({ DNSName: zone }));
    const found = HostedZones.find(({ Name, Config }) => Name === zone && !Config?.PrivateZone);
    if (found) return found.Id?.split('/').at(-1);
  }
  return undefined;
}

/** Those of the records for whose name and type the zone has nothing. What is there is never changed. */
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

/** All of the records or none. */
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

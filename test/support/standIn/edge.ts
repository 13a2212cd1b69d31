import type { Account } from './account.ts';
import { type Service, type ServiceResponse, xml, xmlError } from './call.ts';

const textIn = (name: string, text: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';

export const route53Of =
  (account: Account): Service =>
  ({ path: [version, kind, id, part], query, body }) => {
    if (version !== '2013-04-01') return undefined;
    if (kind === 'hostedzonesbyname') return zonesFrom(account, query.get('dnsname') ?? '');
    const zone = account.zones.find((each) => each.id === id);
    if (kind !== 'hostedzone' || part !== 'rrset' || !zone) return undefined;
    if (body !== '') return changed(zone, body);
    // From this name on, as Route 53 lists them: the first may be a different one.
    const [first] = zone.records.filter(
      ({ name, type }) => `${name}.` === `${query.get('name')}.` && type === query.get('type'),
    );
    const record = first
      ? `<ResourceRecordSet><Name>${first.name}.</Name><Type>${first.type}</Type></ResourceRecordSet>`
      : '';
    return xml(
      `<ListResourceRecordSetsResponse><ResourceRecordSets>${record}</ResourceRecordSets></ListResourceRecordSetsResponse>`,
    );
  };

function zonesFrom({ zones }: Account, name: string): ServiceResponse {
  const found = zones
    .filter((zone) => zone.name >= name)
    .map(({ id, name: zoneName }) => `<HostedZone><Id>/hostedzone/${id}</Id><Name>${zoneName}</Name></HostedZone>`);
  return xml(
    `<ListHostedZonesByNameResponse><HostedZones>${found.join('')}</HostedZones></ListHostedZonesByNameResponse>`,
  );
}

function changed(zone: Account['zones'][number], body: string): ServiceResponse {
  const records = [...body.matchAll(/<Change>(.*?)<\/Change>/gs)].map(([, change = '']) => ({
    name: textIn('Name', change),
    type: textIn('Type', change),
    value: textIn('Value', change).replaceAll('&quot;', '"'),
  }));
  const isThere = records.some(({ name, type }) =>
    zone.records.some((each) => each.name === name && each.type === type),
  );
  if (isThere) return xmlError(400, 'InvalidChangeBatch');
  zone.records.push(...records);
  return xml(
    '<ChangeResourceRecordSetsResponse><ChangeInfo><Id>C1</Id></ChangeInfo></ChangeResourceRecordSetsResponse>',
  );
}

import { marshall } from '@aws-sdk/util-dynamodb';
import { localTable } from '../../infra/localService/localTable.ts';
import type { Outputs } from '../../infra/localService/outputs.ts';
import { DynamoDb } from '../../local/aws/dynamodb.ts';
import { EndpointCreate } from '../../shared/contract/schemas/endpoint.ts';
import type { SubmittedFile } from '../../shared/contract/schemas/files.ts';
import { newId } from '../../shared/runtime/newId.ts';
import { Endpoints } from '../../shared/storage/endpoints.ts';
import { submissionKey } from '../../shared/storage/itemKeys.ts';
import { storedFiles } from '../../shared/storage/submittedFiles.ts';
import { Workspaces } from '../../shared/storage/workspaces.ts';

interface Sample {
  minutes: number;
  data: Record<string, unknown>;
  isRead?: boolean;
  isSpam?: boolean;
  spamReason?: string;
  files?: SubmittedFile[];
}

const person = (name: string, message: string, more: Record<string, string> = {}) => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  ...more,
  message,
});

const file = (name: string, type: string, bytes: number): SubmittedFile => ({
  id: newId('file'),
  field: 'attachments',
  name,
  type,
  bytes,
  scan: 'clean',
});

const CONTACT: Sample[] = [
  {
    minutes: 4,
    data: person(
      'Ada Lovelace',
      'Is the Friday workshop still open? We would be two, and one of us is new to pottery.\n\nI attached the sketch of the vase that I would like to make.',
      { topic: 'Workshops' },
    ),
    files: [file('sketch.png', 'image/png', 184_000), file('measurements.pdf', 'application/pdf', 61_000)],
    isRead: true,
  },
  { minutes: 26, data: person('Grace Hopper', 'Found a moth in the kiln. Do you want it back?') },
  { minutes: 95, data: person('Alan Turing', 'Can your glaze think? Asking for a machine.') },
  { minutes: 180, data: person('Katherine Johnson', 'The numbers on my invoice check out. Thank you!'), isRead: true },
  { minutes: 1_500, data: person('Barbara Liskov', 'May I replace my bowl with a smaller one?'), isRead: true },
  { minutes: 1_900, data: person('Edsger Dijkstra', 'What is the shortest path to your studio?'), isRead: true },
  { minutes: 3_100, data: person('Radia Perlman', 'Are the workshops suitable for a family of five?'), isRead: true },
  { minutes: 4_400, data: person('Karen Jones', 'I could not find the price list. Where is it?'), isRead: true },
  { minutes: 7_300, data: person('Donald Knuth', 'There is a typo on page 3.16.'), isRead: true },
];

const SPAM: Sample[] = [
  { minutes: 12, data: person('Best SEO', 'We bring your site to the first page.'), spamReason: 'term:first page' },
  { minutes: 70, data: person('Winner', 'You have won. Click here to claim your prize.'), spamReason: 'honeypot' },
  {
    minutes: 210,
    data: person('Casino Royal', 'Free spins for new players, only today.'),
    spamReason: 'learned:free,spins,players',
  },
];

const OTHERS = [
  { name: 'Newsletter', icon: 'bell', color: 'indigo', count: 3 },
  { name: 'Job applications', icon: 'bookmark', color: 'amber', count: 1 },
  { name: 'Feedback', icon: 'heart', color: 'pink', count: 0 },
] as const;

export async function newStudio(outputs: Outputs): Promise<{ key: string; endpointId: string; unread: number }> {
  const table = localTable(outputs);
  const { workspaceId, key } = await new Workspaces(table).create('Studio');
  const endpoints = new Endpoints(table);
  const create = async (name: string, icon: string, color: string): Promise<string> => {
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const fields = { slug, name, icon, color, targetEmails: ['studio@example.com'], files: {} };
    return (await endpoints.create(workspaceId, EndpointCreate.parse(fields))).id;
  };
  const endpointId = await create('Contact form', 'mail', 'teal');
  const spam = SPAM.map((sample) => ({ ...sample, isSpam: true }));
  await put(outputs, endpointId, [...CONTACT, ...spam]);
  for (const { name, icon, color, count } of OTHERS) {
    const samples = Array.from({ length: count }, (_, place) => ({
      minutes: 50 + place,
      data: person('Tim', 'Hello'),
    }));
    await put(outputs, await create(name, icon, color), samples);
  }
  return { key, endpointId, unread: CONTACT.filter(({ isRead }) => !isRead).length };
}

async function put(outputs: Outputs, endpointId: string, samples: Sample[]): Promise<void> {
  const db = new DynamoDb(outputs.dynamodbEndpoint, outputs.dynamodbAccessKeyId);
  for (const { minutes, data, files, ...flags } of samples) {
    const id = newId('submission', Date.now() - minutes * 60_000);
    const stored = { data: JSON.stringify(data), location: 'Spain', ...(files && { files: storedFiles(files) }) };
    const item = { ...submissionKey(endpointId, id), ...stored, ...flags };
    await db.call('DynamoDB_20120810.PutItem', { TableName: outputs.tableName, Item: marshall(item) });
  }
}

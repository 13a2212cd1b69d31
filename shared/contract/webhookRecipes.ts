/** Instructions and a template to create something in another service by webhook. */
export interface WebhookRecipe {
  id: string;
  name: string;
  /** The host of the service's URLs, by which the dashboard finds the recipe. */
  host: string;
  /** Parts in capitals are placeholders. */
  url: string;
  headers: Readonly<Record<string, string>>;
  template: object;
  note: string;
}

const LINEAR_MUTATION =
  'mutation IssueCreate($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { id } } }';

/** For services that map fields themselves. */
const FLAT = {
  form: '{{form}}',
  name: '{{field.name}}',
  email: '{{field.email}}',
  message: '{{field.message}}',
  link: '{{submission.url}}',
};

/** A test compares each with the request that its service documents. */
export const WEBHOOK_RECIPES: readonly WebhookRecipe[] = [
  {
    id: 'airtable',
    name: 'Airtable',
    host: 'api.airtable.com',
    url: 'https://api.airtable.com/v0/BASE_ID/TABLE_NAME',
    headers: { Authorization: 'Bearer TOKEN' },
    template: {
      records: [
        {
          fields: {
            Name: '{{field.name}}',
            Email: '{{field.email}}',
            Message: '{{field.message}}',
            Link: '{{submission.url}}',
          },
        },
      ],
      typecast: true,
    },
    note: 'The token needs the scope data.records:write. The columns have to exist.',
  },
  {
    id: 'notion',
    name: 'Notion',
    host: 'api.notion.com',
    url: 'https://api.notion.com/v1/pages',
    headers: { Authorization: 'Bearer TOKEN', 'Notion-Version': '2022-06-28' },
    template: {
      parent: { database_id: 'DATABASE_ID' },
      properties: {
        Name: { title: [{ text: { content: '{{form}}: {{field.name}}' } }] },
        Email: { email: '{{field.email}}' },
        Received: { date: { start: '{{date}}' } },
        Link: { url: '{{submission.url}}' },
      },
    },
    note: 'Share the database with the integration. Notion rejects texts of more than 2,000 characters: for long ones, link to the submission.',
  },
  {
    id: 'linear',
    name: 'Linear',
    host: 'api.linear.app',
    url: 'https://api.linear.app/graphql',
    headers: { Authorization: 'API_KEY' },
    template: {
      query: LINEAR_MUTATION,
      variables: {
        input: {
          teamId: 'TEAM_ID',
          title: '{{form}}: {{field.subject}}',
          description: '{{fields}}\n\n{{submission.url}}',
        },
      },
    },
    note: 'A personal API key goes into the header as it is, without “Bearer”.',
  },
  {
    id: 'github',
    name: 'GitHub issues',
    host: 'api.github.com',
    url: 'https://api.github.com/repos/OWNER/REPOSITORY/issues',
    headers: {
      Authorization: 'Bearer TOKEN',
      Accept: 'application/vnd.github+json',
      'X-GitHub-Api-Version': '2022-11-28',
    },
    template: { title: '{{form}}: {{reference}}', body: '{{fields}}\n\n{{submission.url}}', labels: ['form'] },
    note: 'The token needs “Issues: write”. GitHub reads Markdown and mentions in the text: use a private repository.',
  },
  {
    id: 'hubspot',
    name: 'HubSpot contacts',
    host: 'api.hubapi.com',
    url: 'https://api.hubapi.com/crm/v3/objects/contacts/batch/upsert',
    headers: { Authorization: 'Bearer TOKEN' },
    template: {
      inputs: [
        {
          idProperty: 'email',
          id: '{{field.email}}',
          properties: { email: '{{field.email}}', firstname: '{{field.name}}' },
        },
      ],
    },
    note: 'The private app’s token needs crm.objects.contacts.write. An existing contact is updated.',
  },
  {
    id: 'zapier',
    name: 'Zapier',
    host: 'hooks.zapier.com',
    url: 'https://hooks.zapier.com/hooks/catch/ACCOUNT/HOOK/',
    headers: {},
    template: FLAT,
    note: 'For the trigger “Webhooks by Zapier: Catch Hook”. Send a test so that Zapier learns the fields.',
  },
  {
    id: 'make',
    name: 'Make',
    host: 'make.com',
    url: 'https://hook.eu2.make.com/HOOK',
    headers: { 'x-make-apikey': 'API_KEY' },
    template: FLAT,
    note: 'For a custom webhook with API key authentication; without it, leave out the header.',
  },
  {
    id: 'n8n',
    name: 'n8n',
    host: 'n8n.cloud',
    url: 'https://INSTANCE.app.n8n.cloud/webhook/PATH',
    headers: { 'X-Api-Key': 'API_KEY' },
    template: FLAT,
    note: 'For the node “Webhook” with the method POST and Header Auth.',
  },
];

/** The recipe for a URL; undefined if it belongs to none of these services. */
export function recipeOfUrl(url: string): WebhookRecipe | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return WEBHOOK_RECIPES.find(({ host }) => hostname === host || hostname.endsWith(`.${host}`));
}

import * as z from 'zod';

/** A request as a service documents it: its body, and headers in lower case. */
interface DocumentedRequest {
  url: RegExp;
  body: z.ZodType;
  headers: Record<string, RegExp>;
}

const BEARER = /^Bearer \S+$/;
const FLAT = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Each service's documented request for its recipe, stated independently of the recipes. */
export const DOCUMENTED_REQUESTS: Record<string, DocumentedRequest> = {
  // airtable.com/developers/web/api/create-records: up to 10 records.
  airtable: {
    url: /^https:\/\/api\.airtable\.com\/v0\/[^/]+\/[^/]+$/,
    headers: { authorization: BEARER },
    body: z.strictObject({
      records: z
        .array(z.strictObject({ fields: z.record(z.string(), z.unknown()) }))
        .min(1)
        .max(10),
      typecast: z.optional(z.boolean()),
    }),
  },
  // developers.notion.com/reference/post-page, property-object, request-limits: 2,000 characters in a text.
  notion: {
    url: /^https:\/\/api\.notion\.com\/v1\/pages$/,
    headers: { authorization: BEARER, 'notion-version': /^\d{4}-\d\d-\d\d$/ },
    body: z.strictObject({
      parent: z.strictObject({ database_id: z.string().min(1) }),
      properties: z.record(
        z.string(),
        z.union([
          z.strictObject({
            title: z.array(z.strictObject({ text: z.strictObject({ content: z.string().max(2_000) }) })).min(1),
          }),
          z.strictObject({ email: z.nullable(z.email()) }),
          z.strictObject({ url: z.url().max(2_000) }),
          z.strictObject({ date: z.strictObject({ start: z.iso.date() }) }),
        ]),
      ),
    }),
  },
  // linear.app/developers/graphql; IssueCreateInput of its schema. A personal key has no "Bearer".
  linear: {
    url: /^https:\/\/api\.linear\.app\/graphql$/,
    headers: { authorization: /^\S+$/ },
    body: z.strictObject({
      query: z
        .string()
        .regex(/^mutation \w+\(\$input: IssueCreateInput!\) \{ issueCreate\(input: \$input\) \{.*\} \}$/),
      variables: z.strictObject({
        input: z.strictObject({ teamId: z.string().min(1), title: z.string().min(1), description: z.string() }),
      }),
    }),
  },
  // docs.github.com/rest/issues/issues#create-an-issue: a body of at most 65,536 characters.
  github: {
    url: /^https:\/\/api\.github\.com\/repos\/[^/]+\/[^/]+\/issues$/,
    headers: {
      authorization: BEARER,
      accept: /^application\/vnd\.github\+json$/,
      'x-github-api-version': /^\d{4}-\d\d-\d\d$/,
      'user-agent': /\S/,
    },
    body: z.strictObject({
      title: z.string().min(1).max(256),
      body: z.string().max(65_536),
      labels: z.array(z.string()),
    }),
  },
  // developers.hubspot.com/docs/api/crm/contacts, "Upsert": up to 100 inputs.
  hubspot: {
    url: /^https:\/\/api\.hubapi\.com\/crm\/v3\/objects\/contacts\/batch\/upsert$/,
    headers: { authorization: BEARER },
    body: z.strictObject({
      inputs: z
        .array(
          z.strictObject({
            idProperty: z.string(),
            id: z.string().min(1),
            properties: z.record(z.string(), z.nullable(z.string())),
          }),
        )
        .min(1)
        .max(100),
    }),
  },
  // help.zapier.com, "Trigger Zaps from webhooks": JSON, of which nested values would be flattened.
  zapier: { url: /^https:\/\/hooks\.zapier\.com\/hooks\/catch\/[^/]+\/[^/]+\/$/, headers: {}, body: FLAT },
  // help.make.com, "Webhooks": API key authentication by the header x-make-apikey.
  make: { url: /^https:\/\/hook\.[a-z0-9]+\.make\.com\/[^/]+$/, headers: { 'x-make-apikey': /\S/ }, body: FLAT },
  // docs.n8n.io, "Webhook node": production url, Header Auth.
  n8n: { url: /^https:\/\/\S+\/webhook\/\S+$/, headers: { 'x-api-key': /\S/ }, body: FLAT },
};

import createClient from 'openapi-fetch';
import type { paths } from './forms.d.ts';

export const client = createClient<paths>({
  baseUrl: 'https://YOUR-API',
  headers: { Authorization: `Bearer ${process.env.KEY}` },
});

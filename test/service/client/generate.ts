import { mkdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../../infra/tools/writeWhole.ts';

const root = join(import.meta.dirname, '../../..');
const contractFile = join(root, '.build/client/contract.ts');

/** Writes the types of a client from the OpenAPI document. The generator needs TypeScript 5. */
register(
  `data:text/javascript,${encodeURIComponent(`
  export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);
`)}`,
);
const { default: openapiTS, astToString } = await import('openapi-typescript');
const types = await openapiTS(JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')));
mkdirSync(dirname(contractFile), { recursive: true });
writeWhole(contractFile, astToString(types));

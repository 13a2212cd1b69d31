import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_FILE, DOCUMENT_FILE, mark } from './files.ts';

/**
 * Writes the types of a client from the OpenAPI document. The generator needs TypeScript 5, which this project does
 * not have, so npx fetches both for this one command.
 */
const newFile = join(import.meta.dirname, 'contract.new.ts');
const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'].flatMap((name) => ['--package', name]);
execFileSync('npx', ['--yes', ...packages, 'openapi-typescript', DOCUMENT_FILE, '--output', newFile], {
  stdio: 'inherit',
});
writeFileSync(CONTRACT_FILE, `${mark()}\n${readFileSync(newFile, 'utf8')}`);
rmSync(newFile);

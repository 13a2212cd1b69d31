import { writeFileSync } from 'node:fs';
import { staleFiles } from './parts.ts';

for (const { file, text } of await staleFiles()) {
  writeFileSync(file, text);
  console.log(file);
}

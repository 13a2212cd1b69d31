import { synthesizeStack } from './synthesizeStack.ts';

const [outdir = '', settings = ''] = process.argv.slice(2);
try {
  synthesizeStack(outdir, JSON.parse(settings));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

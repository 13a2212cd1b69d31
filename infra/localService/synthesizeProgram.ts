import { synthesizeStack } from './synthesizeStack.ts';

const [outdir = '', settings = ''] = process.argv.slice(2);
synthesizeStack(outdir, JSON.parse(settings));

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** A change of the real code that takes away one of the things its safety rests on. */
export interface Mutant {
  file: string;
  from: string;
  to: string;
}

/** Bundles the code with the change. */
export const mutate = ({ file, from, to }: Mutant): Plugin => ({
  name: 'mutate',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (relative(ROOT, path) !== file) return undefined;
      const source = await readFile(path, 'utf8');
      if (source.split(from).length !== 2) throw new Error(`${file} does not contain once: ${from}`);
      return { contents: source.replace(from, () => to), loader: 'ts' };
    });
  },
});

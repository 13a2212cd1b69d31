import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

let built: string | undefined;

/** The dashboard's stylesheet, which is part of its page; the content security policy allows it by its hash. */
export function dashboardStyle(): string {
  built ??= build();
  return built;
}

function build(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./app/app.css', import.meta.url))],
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

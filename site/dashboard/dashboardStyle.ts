import { bundled } from '../bundled.ts';

let built: string | undefined;

/** The dashboard's stylesheet, which is part of its page; the content security policy allows it by its hash. */
export function dashboardStyle(): string {
  built ??= bundled(new URL('../app/app.css', import.meta.url), 'dashboard');
  return built;
}

import { DEFAULT_STAGE } from '../../settings.ts';
import type { Setup } from './setup.ts';

const called = (script: string, options: (string | false)[]): string =>
  [`npm run ${script}`, ...options.filter(Boolean)].join(' ').replace(/(?<=^npm run \S+) (?=\S)/, ' -- ');

/** The command that runs setup for this run's stage. */
export function setupWith({ choices: { stage } }: Pick<Setup, 'choices'>, options = ''): string {
  return called('setup', [stage !== DEFAULT_STAGE && `--stage ${stage}`, options]);
}

/** The CDK command for this run's stage. */
export const cdkWith = ({ choices: { stage } }: Pick<Setup, 'choices'>, command: string): string =>
  `npx cdk ${command}${stage === DEFAULT_STAGE ? '' : ` --context stage=${stage}`}`;

/** The command that deploys this run's stage. */
export function deployWith({ choices: { stage } }: Pick<Setup, 'choices'>, options = ''): string {
  return called('deploy', [stage !== DEFAULT_STAGE && `--context stage=${stage}`, options]);
}

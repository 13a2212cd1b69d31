import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStacks,
  type Stack,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { UsageError } from '../../program.ts';
import { SETTINGS_OUTPUT } from '../../settings.ts';
import { parseSettings, type RecordedSettings } from './lostSettings.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 20_000;

/** The stacks of an account and region, read with the operator's credentials. Each call throws a UsageError if it fails. */
export class Stacks {
  readonly #client: CloudFormationClient;

  constructor(region: string) {
    const requestHandler = { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS };
    this.#client = new CloudFormationClient({ region, requestHandler });
  }

  /** Undefined when there is no stack of this name. */
  find(name: string): Promise<Stack | undefined> {
    return explainFailure(`CloudFormation cannot describe the stack ${name}`, async () => {
      try {
        const described = await this.#client.send(new DescribeStacksCommand({ StackName: name }));
        return described.Stacks?.[0];
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  /** The settings of all stacks of this service. */
  settingsOfAll(): Promise<RecordedSettings[]> {
    return explainFailure('CloudFormation cannot list the stacks', async () => {
      const all: RecordedSettings[] = [];
      for await (const page of paginateDescribeStacks({ client: this.#client }, {})) {
        all.push(...(page.Stacks ?? []).flatMap((stack) => settingsOf(stack) ?? []));
      }
      return all;
    });
  }

  /** Lets a stack be deleted. */
  release(name: string): Promise<unknown> {
    const command = new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: false });
    return explainFailure(`CloudFormation cannot release the stack ${name}`, () => this.#client.send(command));
  }
}

/** The settings that a stack was deployed with; undefined when its version of this service recorded none. */
export function settingsOf({ Outputs = [] }: Stack): RecordedSettings | undefined {
  return parseSettings(Outputs.find(({ OutputKey }) => OutputKey === SETTINGS_OUTPUT)?.OutputValue);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');

async function explainFailure<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new UsageError(
      `${what}: ${reason}\nNothing was deployed. Check the credentials, the region, the network, and whether you have ` +
        'the permission cloudformation:DescribeStacks.',
    );
  }
}

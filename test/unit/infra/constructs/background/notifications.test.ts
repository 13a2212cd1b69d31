import { describe, expect, test } from '@jest/globals';
import { ENVIRONMENT } from '../../../../../shared/runtime/environment.ts';
import { functionsOf, type SynthesizedStack, single, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { COMBINATIONS } from '../../../../support/settings.ts';

const PACES = COMBINATIONS.map(({ mailsPerSecond }) => mailsPerSecond);
const [stack, ...paced] = await synthesizeStacks({}, ...COMBINATIONS);

function functionNamed(name: string, of = stack) {
  const found = functionsOf(of).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

const KINDS = [
  ['notifications', 'MailEvents', ENVIRONMENT.configurationSet],
  ['confirmations', 'ConfirmationEvents', ENVIRONMENT.confirmationSet],
] as const;

test.each(KINDS)(
  '%s are sent with their own configuration set, whose events are recorded',
  (_kind, construct, variable) => {
    const sets = stack.template.ofType('AWS::SES::ConfigurationSet');
    const { Variables } = functionNamed('notifySubmission').properties.Environment;
    expect(Variables[variable]).toBe(single(sets.filter(({ path }) => path.includes(`/${construct}/`))).logicalId);
  },
);

describe('the pace', () => {
  const givenStack = (mailsPerSecond: number) => paced[PACES.indexOf(mailsPerSecond)] as SynthesizedStack;

  const paceIn = (of: SynthesizedStack) => {
    const { Variables } = functionNamed('notifySubmission', of).properties.Environment;
    const ofNotifier = of.template
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.FunctionName === functionNamed('notifySubmission', of).logicalId);
    const { ScalingConfig } = single(ofNotifier.filter(({ properties }) => 'ScalingConfig' in properties)).properties;
    return {
      ofStream: Number(Variables[ENVIRONMENT.streamMailsPerSecond]),
      ofInstance: Number(Variables[ENVIRONMENT.queueMailsPerSecond]),
      instances: (ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
    };
  };

  test('of the stream’s reader and all of the queue’s instances together is mailsPerSecond, 14 by default', () => {
    expect(paceIn(stack)).toEqual({ ofStream: 3.5, ofInstance: 3.5, instances: 2 });
    for (const mailsPerSecond of PACES) {
      const { ofStream, ofInstance, instances } = paceIn(givenStack(mailsPerSecond));
      // The stream's reader processes two batches at once.
      expect(2 * ofStream + instances * ofInstance).toBeCloseTo(mailsPerSecond, 9);
    }
  });

  test('starts no more instances for the queue than needed, within AWS’s limits of 2 to 1,000', () => {
    const instances = PACES.map((mailsPerSecond) => paceIn(givenStack(mailsPerSecond)).instances);
    expect(instances).toEqual([2, 2, 7, 358]);
  });

  test('is a setting of the function, as is the budget of an endpoint', () => {
    const ofDefault = functionNamed('notifySubmission').properties.Environment.Variables;
    expect(ofDefault[ENVIRONMENT.mailsPerHour]).toBe('300');
    const { Variables } = functionNamed('notifySubmission', givenStack(1)).properties.Environment;
    expect(Variables[ENVIRONMENT.mailsPerHour]).toBe('50');
  });
});

import * as z from 'zod';
import { type AuthenticationContext, type S3Caller, scopeOf } from './authentication.ts';
import { S3Error } from './s3Error.ts';
import { ALGORITHM, isSameSignature, signatureOf } from './signatureV4.ts';

/** The fields of a form that stand before its file, by their names in lower case. */
export type FormFields = ReadonlyMap<string, string>;

/** Sizes that a policy allows, in bytes. */
export interface SizeRange {
  min: number;
  max: number;
}

const Bytes = z.coerce.number().int().min(0);
const Condition = z.union([
  z.tuple([z.literal('content-length-range'), Bytes, Bytes]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()).refine((fields) => Object.keys(fields).length === 1),
]);
const Policy = z.object({ expiration: z.iso.datetime(), conditions: z.array(Condition) });
type Condition = z.output<typeof Condition>;

/** Fields that need no condition (S3's documentation of the POST policy), beside those that begin with `x-ignore-`. */
const FREE_FIELDS = new Set(['x-amz-signature', 'policy', 'file']);

/**
 * Checks who signed the policy of a form and whether the form is as the policy says.
 * @param fields with the bucket among them
 * @returns who signed it, and the sizes that the file may have
 * @throws S3Error as S3 answers a form that nobody signed, or not like this, or not for this moment
 */
export function checkForm(
  fields: FormFields,
  context: AuthenticationContext,
): { caller: S3Caller; sizes: SizeRange | undefined } {
  const policyText = fields.get('policy');
  if (policyText === undefined) throw new S3Error('AccessDenied');
  const caller = signerOf(fields, policyText, context);
  const { expiration, conditions } = parsePolicy(policyText);
  if (context.now > Date.parse(expiration))
    throw new S3Error('AccessDenied', 'Invalid according to Policy: Policy expired.');
  checkConditions(fields, conditions);
  const ranges = conditions.flatMap((condition) => rangeOf(condition) ?? []);
  if (ranges.length === 0) return { caller, sizes: undefined };
  return {
    caller,
    sizes: { min: Math.max(...ranges.map(({ min }) => min)), max: Math.min(...ranges.map(({ max }) => max)) },
  };
}

function signerOf(fields: FormFields, policyText: string, context: AuthenticationContext): S3Caller {
  const missing = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'].find(
    (name) => !fields.has(name),
  );
  if (missing) throw new S3Error('InvalidArgument', `Bucket POST must contain a field named '${missing}'.`);
  if (fields.get('x-amz-algorithm') !== ALGORITHM) throw new S3Error('InvalidArgument');
  const scope = scopeOf(fields.get('x-amz-credential') ?? '', context, 'InvalidArgument');
  const caller = context.findCaller(scope.accessKeyId);
  if (!caller) throw new S3Error('InvalidAccessKeyId');
  const expected = signatureOf(caller.secretAccessKey, scope, policyText);
  if (isSameSignature(expected, fields.get('x-amz-signature') ?? '')) return caller;
  throw new S3Error('SignatureDoesNotMatch');
}

function parsePolicy(text: string): z.output<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch (cause) {
    throw Object.assign(new S3Error('InvalidPolicyDocument'), { cause });
  }
}

const rangeOf = (condition: Condition): SizeRange | undefined =>
  Array.isArray(condition) && condition[0] === 'content-length-range'
    ? { min: Number(condition[1]), max: Number(condition[2]) }
    : undefined;

/** A condition on a field, whichever way it is written; undefined for one on the size. */
function fieldCondition(condition: Condition): [operator: string, name: string, value: string] | undefined {
  if (!Array.isArray(condition)) {
    const [[name, value] = ['', '']] = Object.entries(condition);
    return ['eq', name.toLowerCase(), value];
  }
  const [operator, name, value] = condition;
  return operator === 'content-length-range' ? undefined : [operator, name.slice(1).toLowerCase(), value];
}

function checkConditions(fields: FormFields, conditions: Condition[]): void {
  const onFields = conditions.flatMap((condition) => {
    const each = fieldCondition(condition);
    return each ? [each] : [];
  });
  for (const [operator, name, value] of onFields) {
    const actual = fields.get(name);
    const holds = operator === 'eq' ? actual === value : startsWith(name, actual, value);
    if (holds) continue;
    const shown = JSON.stringify([operator, `$${name}`, value]);
    throw new S3Error('AccessDenied', `Invalid according to Policy: Policy Condition failed: ${shown}`);
  }
  const known = new Set(onFields.map(([, name]) => name));
  const extra = [...fields.keys()].filter(
    (name) => name !== 'bucket' && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-') && !known.has(name),
  );
  if (extra.length > 0)
    throw new S3Error('AccessDenied', `Invalid according to Policy: Extra input fields: ${extra.join(', ')}`);
}

/** Of a list of content types, each has to begin like this. */
function startsWith(name: string, actual: string | undefined, value: string): boolean {
  if (actual === undefined) return false;
  const parts = name === 'content-type' ? actual.split(',') : [actual];
  return parts.every((part) => part.startsWith(value));
}

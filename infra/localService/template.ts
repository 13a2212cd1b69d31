export const LOCAL = { region: 'us-east-1', accountId: '000000000000', partition: 'aws', urlSuffix: 'amazonaws.com' };

/** Sender of the mails in the local mailbox. */
export const LOCAL_SENDER_ADDRESS = 'forms@example.com';

const PSEUDO_PARAMETERS: Record<string, string> = {
  'AWS::Region': LOCAL.region,
  'AWS::AccountId': LOCAL.accountId,
  'AWS::Partition': LOCAL.partition,
  'AWS::URLSuffix': LOCAL.urlSuffix,
};

export interface Resource {
  logicalId: string;
  type: string;
  /** With every reference resolved. */
  properties: Record<string, unknown>;
  /** Construct path: `Forms/createKey/Function/Resource`. */
  path: string;
}

interface RawResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
}

/** The stack's template with the values of its local resources. */
export class Template {
  /** Folder of the synthesized app, with assets as `asset.<hash>`. */
  readonly folder: string;
  readonly #resources: Record<string, RawResource>;
  /** `Ref` values other than the logical id, such as a queue's URL. */
  readonly #refs: Record<string, string>;
  readonly #resolvedByType = new Map<string, Resource[]>();

  constructor(folder: string, resources: Record<string, RawResource>, refs: Record<string, string> = {}) {
    this.folder = folder;
    this.#resources = resources;
    this.#refs = refs;
  }

  withRefs(refs: Record<string, string>): Template {
    return new Template(this.folder, this.#resources, refs);
  }

  ofType(type: string): readonly Resource[] {
    const resolved = this.#resolvedByType.get(type) ?? this.#resolveType(type);
    this.#resolvedByType.set(type, resolved);
    return resolved;
  }

  #resolveType(type: string): Resource[] {
    return Object.entries(this.#resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([logicalId, { Properties = {}, Metadata = {} }]) => ({
        logicalId,
        type,
        properties: this.#resolve(Properties) as Record<string, unknown>,
        path: String(Metadata['aws:cdk:path'] ?? logicalId),
      }));
  }

  #resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#resolve(item));
    if (typeof value !== 'object' || value === null) return value;
    const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) return this.#call(name, argument);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#resolve(inner)]));
  }

  #call(name: string, argument: unknown): string {
    if (name === 'Ref') return this.#ref(String(argument));
    if (name === 'Fn::GetAtt') return this.#attribute(argument as [string, string]);
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map((part) => String(this.#resolve(part))).join(separator);
    }
    if (name === 'Fn::Sub') return String(argument).replace(/\$\{([^}]+)\}/g, (_, id: string) => this.#ref(id));
    throw new Error(`The local cloud does not support the template function ${name}.`);
  }

  #ref(id: string): string {
    return this.#refs[id] ?? PSEUDO_PARAMETERS[id] ?? this.#aliasArn(id) ?? id;
  }

  /** `Ref` of a function's alias: the function's ARN with the alias. */
  #aliasArn(id: string): string | undefined {
    const resource = this.#resources[id];
    if (resource?.Type !== 'AWS::Lambda::Alias') return undefined;
    const functionId = this.#resolve(resource.Properties?.FunctionName);
    return `${arnOf(String(functionId), 'AWS::Lambda::Function')}:${resource.Properties?.Name}`;
  }

  #attribute([id, attribute]: [string, string]): string {
    if (attribute === 'Arn') return arnOf(id, this.#resources[id]?.Type ?? '');
    if (attribute === 'StreamArn') return `${arnOf(id, 'AWS::DynamoDB::GlobalTable')}/stream`;
    return `${id}.${attribute}`;
  }
}

const SERVICES: Record<string, string> = {
  'AWS::DynamoDB::GlobalTable': 'dynamodb',
  'AWS::Lambda::Function': 'lambda',
  'AWS::SQS::Queue': 'sqs',
  'AWS::S3::Bucket': 's3',
  'AWS::IAM::Role': 'iam',
  'AWS::Logs::LogGroup': 'logs',
};

const RESOURCE_WORDS: Record<string, string> = {
  dynamodb: 'table/',
  lambda: 'function:',
  iam: 'role/',
  logs: 'log-group:',
};

/** A resource's ARN in policies and event source mappings. */
export function arnOf(logicalId: string, type: string): string {
  const service = SERVICES[type] ?? 'other';
  if (service === 's3') return `arn:${LOCAL.partition}:s3:::${logicalId}`;
  return `arn:${LOCAL.partition}:${service}:${LOCAL.region}:${LOCAL.accountId}:${RESOURCE_WORDS[service] ?? ''}${logicalId}`;
}

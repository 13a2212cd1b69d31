import type { Template } from '../../infra/localService/template.ts';
import { takesForms } from '../../shared/contract/operations/define.ts';
import { OPERATIONS } from '../../shared/contract/operations/index.ts';

/** Settings that limit the gateway's requests per second. */
export const LIMIT_SETTINGS = ['formsPerSecond', 'requestsPerSecond'] as const;
export type LimitSetting = (typeof LIMIT_SETTINGS)[number];

interface MethodSetting {
  HttpMethod: string;
  ResourcePath: string;
  ThrottlingRateLimit: number;
  ThrottlingBurstLimit: number;
}

/** A method's token bucket. */
interface Bucket {
  perSecond: number;
  burst: number;
  tokens: number;
  filledAtMs: number;
}

const FORM_ROUTES = new Set(OPERATIONS.filter(takesForms).map(({ method, path }) => `${method} ${path}`));

/** Throttles each method separately, as API Gateway does, with the rates and bursts of the template's stage. */
export class Throttle {
  readonly #settings: Map<string, MethodSetting>;
  readonly #given: ReadonlySet<LimitSetting>;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param given the limits in force; methods whose limit is not among them are not throttled */
  constructor(template: Template, given: ReadonlySet<LimitSetting>, now: () => number = Date.now) {
    const settings = template
      .ofType('AWS::ApiGateway::Stage')
      .flatMap(({ properties }) => (properties.MethodSettings ?? []) as MethodSetting[]);
    this.#settings = new Map(
      settings.map((setting) => [`${setting.HttpMethod} ${pathOf(setting.ResourcePath)}`, setting]),
    );
    this.#given = given;
    this.#now = now;
  }

  /** Takes a token; false if there is none. */
  accepts(method: string, path: string): boolean {
    const route = `${method} ${path}`;
    if (!this.#given.has(FORM_ROUTES.has(route) ? 'formsPerSecond' : 'requestsPerSecond')) return true;
    const bucket = this.#buckets.get(route) ?? this.#newBucket(route);
    if (bucket === undefined) return true;
    this.#buckets.set(route, bucket);
    const now = this.#now();
    bucket.tokens = Math.min(bucket.burst, bucket.tokens + ((now - bucket.filledAtMs) / 1_000) * bucket.perSecond);
    bucket.filledAtMs = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  #newBucket(route: string): Bucket | undefined {
    const setting = this.#settings.get(route) ?? this.#settings.get('* /*');
    if (!setting) return undefined;
    const { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst } = setting;
    return { perSecond, burst, tokens: burst, filledAtMs: this.#now() };
  }
}

/** In stage settings, slashes in a path are escaped as in a JSON Pointer: `/~1v1~1endpoint`. */
const pathOf = (resourcePath: string): string =>
  resourcePath === '/*' ? resourcePath : resourcePath.slice(1).replaceAll('~1', '/');

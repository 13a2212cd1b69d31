import type { ApiMethod } from './apiBody.ts';

type Route = ApiMethod & { parts: Part[] };

/** A path segment of a route: a literal, a parameter, or a greedy parameter. */
interface Part {
  text: string;
  name?: string | undefined;
  isGreedy: boolean;
}

interface Segment {
  /** The segment as sent, not decoded. */
  raw: string;
  decoded: string;
}

export interface Match extends ApiMethod {
  pathParameters: Record<string, string>;
}

/**
 * Finds a request's method as API Gateway does: a literal segment wins over a parameter, and that over a greedy one.
 * It ignores a slash at the end of a path, unlike HTTP APIs (AWS SAM CLI #1495; Powertools for AWS Lambda (Python),
 * whose end-to-end test `test_api_gateway_rest_trailing_slash` runs on AWS).
 */
export class Routes {
  /** Sorted by precedence. */
  readonly #routes: Route[];

  constructor(methods: readonly ApiMethod[]) {
    this.#routes = methods
      .map((method) => ({ ...method, parts: partsOf(method.path) }))
      .sort((a, b) => precedence(b) - precedence(a));
  }

  /** @throws URIError if the path is not valid percent-encoding */
  find(method: string, path: string): Match | undefined {
    const segments = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
      .split('/')
      .slice(1)
      .map((raw) => ({ raw, decoded: decodeURIComponent(raw) }));
    for (const route of this.#routes) {
      // The more exact path wins even if only its ANY matches.
      if (route.method !== method && route.method !== 'ANY') continue;
      const pathParameters = matchSegments(route.parts, segments);
      if (pathParameters) return { ...route, pathParameters };
    }
    return undefined;
  }
}

const partsOf = (path: string): Part[] =>
  path
    .split('/')
    .slice(1)
    .map((text) => {
      const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(text) ?? [];
      return { text, name, isGreedy: greedy === '+' };
    });

/** Parameters stay encoded: functions decode them. */
function matchSegments(parts: Part[], segments: Segment[]): Record<string, string> | undefined {
  if (parts.length !== segments.length && !parts.at(-1)?.isGreedy) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, { text, name, isGreedy }] of parts.entries()) {
    const segment = segments[i];
    if (segment === undefined || (name !== undefined && segment.raw === '')) return undefined;
    if (name === undefined && text !== segment.decoded) return undefined;
    const taken = isGreedy ? segments.slice(i) : [segment];
    if (name !== undefined) parameters[name] = taken.map(({ raw }) => raw).join('/');
  }
  return parameters;
}

/** Per segment: literal 3, parameter 2, greedy 1; an exact method breaks the tie. */
function precedence({ parts, method }: Route): number {
  const ranks = parts.map(({ name, isGreedy }) => (isGreedy ? 1 : name ? 2 : 3));
  const padded = [...ranks, ...Array(SEGMENTS_MAX).fill(0)].slice(0, SEGMENTS_MAX);
  return padded.reduce((sum, rank) => sum * 4 + rank, 0) * 2 + (method === 'ANY' ? 0 : 1);
}

const SEGMENTS_MAX = 10;

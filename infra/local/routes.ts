import type { Template } from './template.ts';

/** A method of the template: which function answers which path. */
interface Route {
  method: string;
  /** As the template has it: `/v1/endpoint/{id}`, `/{proxy+}`. */
  path: string;
  functionLogicalId: string;
}

export interface Match {
  resource: string;
  functionLogicalId: string;
  pathParameters: Record<string, string>;
}

/** Finds the method for a request as API Gateway does: a literal segment before a parameter, that before a greedy one. */
export class Routes {
  readonly #routes: Route[];

  constructor(template: Template) {
    const paths = resourcePaths(template);
    this.#routes = template.ofType('AWS::ApiGateway::Method').map(({ properties }) => ({
      method: String(properties.HttpMethod),
      path: paths.get(String(properties.ResourceId)) ?? '/',
      functionLogicalId: functionOf(properties.Integration as { Uri: string }),
    }));
  }

  /** @throws URIError when the path is not correctly percent-encoded */
  find(method: string, path: string): Match | undefined {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    const found = this.#routes
      .filter((route) => route.method === method || route.method === 'ANY')
      .map((route) => ({ route, pathParameters: matchSegments(route.path.split('/').slice(1), segments) }))
      .filter((candidate) => candidate.pathParameters !== undefined)
      .sort((a, b) => precedence(b.route) - precedence(a.route))[0];
    if (!found?.pathParameters) return undefined;
    const { route, pathParameters } = found;
    // A more exact path wins even if only its ANY fits the method.
    return { resource: route.path, functionLogicalId: route.functionLogicalId, pathParameters };
  }
}

function resourcePaths(template: Template): Map<string, string> {
  const resources = new Map(
    template
      .ofType('AWS::ApiGateway::Resource')
      .map(({ logicalId, properties }) => [
        logicalId,
        { parent: String(properties.ParentId), part: String(properties.PathPart) },
      ]),
  );
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource ? `${pathOf(resource.parent)}/${resource.part}` : '';
  };
  return new Map([...resources.keys()].map((id) => [id, pathOf(id)]));
}

const functionOf = ({ Uri }: { Uri: string }): string => /:function:([^/]+)\/invocations$/.exec(Uri)?.[1] ?? '';

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [i, part] of pattern.entries()) {
    const segment = segments[i];
    const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(part) ?? [];
    if (segment === undefined || (name !== undefined && segment === '')) return undefined;
    if (greedy && name) return { ...parameters, [name]: segments.slice(i).join('/') };
    if (name) parameters[name] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
}

/** Per segment: literal 3, parameter 2, greedy 1; an exact method breaks the tie. */
function precedence({ path, method }: Route): number {
  const ranks = path
    .split('/')
    .slice(1)
    .map((part) => (part.endsWith('+}') ? 1 : part.startsWith('{') ? 2 : 3));
  const padded = [...ranks, ...Array(SEGMENTS_MAX).fill(0)].slice(0, SEGMENTS_MAX);
  return padded.reduce((sum, rank) => sum * 4 + rank, 0) * 2 + (method === 'ANY' ? 0 : 1);
}

const SEGMENTS_MAX = 10;

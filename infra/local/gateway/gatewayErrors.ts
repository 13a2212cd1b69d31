import type { IncomingHttpHeaders } from 'node:http';
import type { Template } from '../template.ts';

interface GatewayResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The gateway's own errors, from the template's gateway responses. */
export class GatewayErrors {
  readonly #responses: Map<string, Record<string, unknown>>;

  constructor(template: Template) {
    this.#responses = new Map(
      template
        .ofType('AWS::ApiGateway::GatewayResponse')
        .map(({ properties }) => [String(properties.ResponseType), properties]),
    );
  }

  /** @param headers the request's, names in lower case */
  make(type: string, extendedRequestId: string, headers: IncomingHttpHeaders = {}): GatewayResponse {
    const properties = this.#responses.get(type);
    if (!properties) throw new Error(`The template has no gateway response ${type}.`);
    const { 'application/json': template = '' } = properties.ResponseTemplates as Record<string, string>;
    const valueOfMapping = (mapping: string): string | undefined => {
      if (mapping === 'context.extendedRequestId') return extendedRequestId;
      const [, header] = /^method\.request\.header\.(.+)$/.exec(mapping) ?? [];
      return header === undefined ? mapping.replace(/^'|'$/g, '') : headers[header]?.toString();
    };
    const parameters = Object.entries(properties.ResponseParameters as Record<string, string>).flatMap(
      ([name, mapping]) => {
        const value = valueOfMapping(mapping);
        return value === undefined ? [] : [[name.replace('gatewayresponse.header.', ''), value]];
      },
    );
    return {
      status: Number(properties.StatusCode),
      headers: { ...Object.fromEntries(parameters), 'Content-Type': 'application/json' },
      body: template.replaceAll('$context.extendedRequestId', extendedRequestId),
    };
  }
}

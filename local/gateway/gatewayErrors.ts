import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayResponses } from './apiBody.ts';

interface GatewayResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The gateway's own errors, from the gateway responses of the API's body. */
export class GatewayErrors {
  readonly #responses: GatewayResponses;

  constructor(responses: GatewayResponses) {
    this.#responses = responses;
  }

  /** @param headers the request's, names in lower case */
  make(type: string, extendedRequestId: string, headers: IncomingHttpHeaders = {}): GatewayResponse {
    const response = this.#responses[type];
    if (!response) throw new Error(`The API has no gateway response ${type}.`);
    const valueOfMapping = (mapping: string): string | undefined => {
      if (mapping === 'context.extendedRequestId') return extendedRequestId;
      const [, header] = /^method\.request\.header\.(.+)$/.exec(mapping) ?? [];
      return header === undefined ? mapping.replace(/^'|'$/g, '') : headers[header]?.toString();
    };
    const parameters = Object.entries(response.responseParameters).flatMap(([name, mapping]) => {
      const value = valueOfMapping(mapping);
      return value === undefined ? [] : [[name.replace('gatewayresponse.header.', ''), value]];
    });
    return {
      status: Number(response.statusCode),
      headers: { ...Object.fromEntries(parameters), 'Content-Type': 'application/json' },
      body: response.responseTemplates['application/json'].replaceAll('$context.extendedRequestId', extendedRequestId),
    };
  }
}

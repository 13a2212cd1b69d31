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

  make(type: string, extendedRequestId: string): GatewayResponse {
    const properties = this.#responses.get(type);
    if (!properties) throw new Error(`The template has no gateway response ${type}.`);
    const { 'application/json': template = '' } = properties.ResponseTemplates as Record<string, string>;
    const parameters = Object.entries(properties.ResponseParameters as Record<string, string>).map(([name, value]) => [
      name.replace('gatewayresponse.header.', ''),
      value === 'context.extendedRequestId' ? extendedRequestId : value.replace(/^'|'$/g, ''),
    ]);
    return {
      status: Number(properties.StatusCode),
      headers: { ...Object.fromEntries(parameters), 'Content-Type': 'application/json' },
      body: template.replaceAll('$context.extendedRequestId', extendedRequestId),
    };
  }
}

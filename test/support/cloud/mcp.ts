import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import type { Json } from '../json.ts';
import { outputs } from './service.ts';

export interface ToolResult {
  isError: boolean;
  /** The answer inside the boundaries. */
  answer: Json;
  /** The API's error. */
  error: Json;
  structured: Json;
  text: string;
}

/** What tests use of the official clients. */
export interface Assistant {
  tools: () => Promise<Json[]>;
  call: (name: string, args?: Record<string, unknown>) => Promise<ToolResult>;
  revision: string;
}

const INFO = { name: 'test', version: '1' };

/** The official client of revision 2026-07-28. */
export async function newAssistant(key: string): Promise<Assistant> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(...target(key)));
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => resultOf(await client.callTool({ name, arguments: args })),
    revision: client.getNegotiatedProtocolVersion() ?? '',
  };
}

/** The official client of revision 2025-11-25. */
export async function newEarlierAssistant(key: string): Promise<Assistant> {
  const client = new EarlierClient(INFO);
  const transport = new EarlierTransport(...target(key));
  await client.connect(transport as Parameters<EarlierClient['connect']>[0]);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => resultOf(await client.callTool({ name, arguments: args })),
    revision: transport.protocolVersion ?? '',
  };
}

const target = (key: string): [URL, { requestInit: RequestInit }] => [
  new URL(outputs().apiUrl + MCP_PATH),
  { requestInit: { headers: { Authorization: `Bearer ${key}` } } },
];

function resultOf({ isError = false, structuredContent, content }: Json): ToolResult {
  const [{ text }] = content;
  const answer = structuredContent?.answer;
  return { isError, answer, error: isError && JSON.parse(text), structured: structuredContent, text };
}

/** Posts a message as it is. */
export async function postMessage(
  message: unknown,
  { key, headers = {}, method = 'POST' }: { key?: string; headers?: Record<string, string>; method?: string } = {},
) {
  const response = await fetch(outputs().apiUrl + MCP_PATH, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text === '' ? undefined : (JSON.parse(text) as Json),
  };
}

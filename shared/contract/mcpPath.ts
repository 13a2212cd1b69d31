/** Where assistants call tools by the Model Context Protocol, by POST. */
export const MCP_PATH = '/v1/mcp';

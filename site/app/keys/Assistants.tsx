import { MCP_PATH } from '../../../shared/contract/mcpPath.ts';
import { apiUrl } from '../api/client.ts';
import { TEXTS } from '../texts/texts.ts';
import { Snippets } from '../ui/Snippets.tsx';

const { assistants: texts } = TEXTS.keys;
const url = apiUrl + MCP_PATH;

/** As in the guide, with the URL. */
const COMMANDS: Record<keyof typeof texts.programs, string> = {
  claude: `claude mcp add --transport http forms ${url} --header "Authorization: Bearer $KEY"`,
  codex: `codex mcp add forms --url ${url} --bearer-token-env-var KEY`,
  code: `code --add-mcp "{\\"name\\": \\"forms\\", \\"type\\": \\"http\\", \\"url\\": \\"${url}\\", \\"headers\\": {\\"Authorization\\": \\"Bearer $KEY\\"}}"`,
  other: url,
};

/** How to add the tools for assistants to the programs that people use. */
export const Assistants = () => (
  <section class="stack">
    <h2>{texts.title}</h2>
    <p class="soft">
      {texts.text} <a href="/guide/assistants">{TEXTS.moreInGuide}</a>
    </p>
    <Snippets label={texts.choice} names={texts.programs} codeOf={(program) => COMMANDS[program]} />
  </section>
);

import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { API_PLACEHOLDER } from '../../../site/placeholders.ts';

/** Writes the document to `docs/openapi.json`, for readers of the repository and for tools. */
const file = new URL('../../../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument({ apiUrl: API_PLACEHOLDER }), null, 2)}\n`);

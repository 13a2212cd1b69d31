import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../../shared/openapi/document.ts';
import { API_PLACEHOLDER } from '../../../site/placeholders.ts';

const file = new URL('../../../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument({ apiUrl: API_PLACEHOLDER }), null, 2)}\n`);

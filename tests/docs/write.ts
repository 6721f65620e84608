/** `npm run docs`: writes the pages of docs/ that are generated. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/sourceImports.ts';
import { pages } from './pages.ts';

for (const [name, page] of Object.entries(pages)) writeFileSync(join(root, 'docs', name), page);

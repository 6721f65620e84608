import { z } from 'zod';
import { AvaError } from '../../../contract/errors.ts';
import { fileTypeOf } from '../../../contract/files/fileTypes.ts';
import type { Extraction, TextPart } from '../../../contract/files/locations.ts';
import { pageNumber } from '../../../contract/files/locations.ts';
import { toPassages } from '../../answers/prompt/passages.ts';
import { readItemText } from '../../jobs/readItemText.ts';
import { defineFunction } from '../avaFunction.ts';
import { functionTexts } from '../functions.texts.ts';

const DEFAULT_PAGES = 10;
/** Downloading and reading take longer than a search. */
const READ_TIMEOUT_MS = 50_000;

const page = z.number().int().min(1).max(100_000);

/** Pages of a file that `find_files` has found. The bytes are fetched with the person's own rights. */
export const readFile = defineFunction({
  group: 'Files',
  name: 'read_file',
  title: functionTexts.readFile,
  description:
    'Reads pages of a file by its handle from find_files. A page is a page, a slide, or a section of a file without pages.',
  args: z.object({
    file: z.string().trim().min(2).max(5).describe('handle such as f1'),
    from: page.default(1).describe('first page'),
    to: page.optional().describe(`last page; ${DEFAULT_PAGES} pages when missing`),
  }),
  timeoutMs: READ_TIMEOUT_MS,
  describe({ file, from, to }, files) {
    const name = files.get(file)?.item.name ?? file;
    return from === 1 && to === undefined ? name : `${name}, ${describePages(from, to ?? from)}`;
  },
  async run(call, { file, from, to = from + DEFAULT_PAGES - 1 }) {
    const found = call.files.get(file);
    if (!found) throw new AvaError('not_found', { detail: functionTexts.unknownFile });
    const { item } = found;
    const extraction = (found.extraction ??= await readItemText(call.ctx, call.person, item, call.signal));
    const parts = selectParts(extraction, from, to);
    if (parts.length === 0) throw new AvaError('not_found', { detail: functionTexts.noSuchPages });
    const fileType = fileTypeOf(item.mimeType, item.name);
    const source = { fileId: item.url, fileName: item.name, fileType, extraction: { ...extraction, parts } };
    return {
      summary: `Read ${describePages(from, to)} of ${file}; the file has ${extraction.pages ?? extraction.parts.length}.`,
      origins: [{ driveId: item.driveId, itemId: item.id }],
      passages: toPassages([source]).map((passage) => ({
        ...passage,
        link: item.webUrl || null,
        lastModified: item.lastModified || null,
        opens: 'graphFile' as const,
      })),
    };
  },
});

function describePages(from: number, to: number): string {
  return to <= from ? `page ${from}` : `pages ${from} to ${to}`;
}

/** Parts by the number of their page; those of a file without pages by their position. */
function selectParts({ parts }: Extraction, from: number, to: number): TextPart[] {
  return parts.filter(({ location }, index) => {
    const number = pageNumber(location) ?? index + 1;
    return number >= from && number <= to;
  });
}

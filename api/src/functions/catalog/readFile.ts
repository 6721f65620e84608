import { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import type { Extraction, TextPart } from '#contract/files/locations.ts';
import { pageNumber } from '#contract/files/locations.ts';
import { toPassages } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { readItemText } from '#api/files/readItemText.ts';
import { trimFiles } from '#api/search/access/trimToReadable.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, READ_TIMEOUT_MS } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import type { FoundFile } from '#api/functions/handles.ts';

const DEFAULT_PAGES = 10;

const page = z.number().int().min(1).max(100_000);

/** Pages of a file that another function has found. The bytes are fetched with the person's own rights. */
export const readFile = defineFunction({
  group: 'Files',
  name: 'read_file',
  title: functionTexts.readFile,
  description:
    'Reads pages of a file by the handle that another function returned for it. A page is a page, a slide, or a section of a file without pages.',
  args: z.object({
    file: z.string().trim().min(1).max(200).describe('handle such as f1'),
    from: page.default(1).describe('first page'),
    to: page.optional().describe(`last page; ${DEFAULT_PAGES} pages when missing`),
  }),
  timeoutMs: READ_TIMEOUT_MS,
  describe({ file, from, to }, { files }) {
    const name = files.find(file)?.name ?? file;
    return from === 1 && to === undefined ? name : `${name}, ${describePages(from, to ?? from)}`;
  },
  async run({ ctx, person, found, signal }, { file: handle, from, to = from + DEFAULT_PAGES - 1 }) {
    const file = found.files.get('file', handle);
    await checkAccess(ctx, person, file, signal);
    const extraction = (file.extraction ??= await readItemText(ctx, person, file, signal));
    const count = extraction.pages ?? extraction.parts.length;
    const parts = selectParts(extraction, from, to);
    if (parts.length === 0) throw new ArgumentError(functionTexts.noSuchPages(count));
    const source = { ...file, fileName: file.name, extraction: { ...extraction, parts } };
    return {
      summary: `Read ${describePages(from, to)} of ${handle}; the file has ${count}.`,
      origins: [{ driveId: file.driveId, itemId: file.id }],
      passages: toPassages([source]).map((passage) => ({
        ...passage,
        link: file.webUrl || null,
        lastModified: file.lastModified || null,
        site: file.site,
        ...(file.site === null && { opens: 'graphFile' as const }),
      })),
    };
  },
});

/** Asked for each call, because the person can have lost access since the file was found. */
async function checkAccess(ctx: AppContext, person: Person, file: FoundFile, signal: AbortSignal): Promise<void> {
  const located = { driveId: file.driveId, itemId: file.id, siteId: file.site ?? '' };
  const readable = await trimFiles(ctx, person, [located], signal);
  if (readable.length === 0) throw new AvaError('not_found', { detail: functionTexts.noAccess });
}

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

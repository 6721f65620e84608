import { z } from 'zod';
import { locationLabel, type Location } from '#contract/files/locations.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, READ_TIMEOUT_MS } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { getPassage, passageNumber, readFoundFile } from './foundFile.ts';

/** Chunks around a passage. Most of what belongs to it comes after it. */
const AROUND = { before: 4, after: 8 };
/** How many pages, slides or parts are read if only the first one is given. Rows and seconds have larger numbers. */
const DEFAULT_PAGES = 10;
const DEFAULT_ROWS = 300;

const position = z.number().int().min(0).max(10_000_000).optional();

/** More of a file that the model has read a passage of, or that it has found by name. */
export const openFile = defineFunction({
  group: 'Sites',
  name: 'open',
  title: functionTexts.open,
  description:
    'Opens the file of a passage, by the number of the passage. Without "from", reads what is around the passage; with it, pages, slides, rows of a sheet, seconds of a recording, or sections of a file without pages.',
  args: z.object({
    passage: passageNumber,
    from: position,
    to: position,
    sheet: z.string().trim().min(1).max(200).optional().describe('another sheet of a workbook'),
  }),
  timeoutMs: READ_TIMEOUT_MS,
  describe({ passage: number, from, to, sheet }, found) {
    const passage = getPassage(found, number);
    const place = describePlace(passage, from, to);
    return [passage.fileName, sheet && `sheet ${sheet}`, place].filter(Boolean).join(', ');
  },
  run(call, { passage: number, from, to, sheet }) {
    const passage = getPassage(call.found, number);
    const range = toRange(passage, from, to);
    const name = sheet ?? (passage.location.kind === 'sheet' ? passage.location.sheet : undefined);
    const isAround = passage.hit && !range && sheet === undefined;
    return readFoundFile(call, passage, {
      chunks: {
        ...(isAround && passage.hit && { around: { chunkId: passage.hit.chunkId, ...AROUND } }),
        ...(range && { numbers: range }),
        sheet: isAround ? undefined : name,
      },
      selects: ({ location }, [first, last], distance) => {
        const wanted = range === null ? sheet : name;
        if (wanted !== undefined && !(location.kind === 'sheet' && isSameName(location.sheet, wanted))) return false;
        if (range) return first <= range.to && last >= range.from;
        if (sheet !== undefined) return true;
        if (distance === null) return first <= DEFAULT_PAGES;
        return distance >= -AROUND.before && distance <= AROUND.after;
      },
      summary: 'Opened the file.',
      describeNothing: (pages) => {
        throw new ArgumentError(functionTexts.noSuchPages(pages));
      },
    });
  },
});

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function toRange({ location }: Passage, from: number | undefined, to: number | undefined) {
  if (from === undefined && to === undefined) return null;
  const isFine = ['sheet', 'rows', 'time'].includes(location.kind);
  const first = from ?? 0;
  return { from: first, to: Math.max(first, to ?? first + (isFine ? DEFAULT_ROWS : DEFAULT_PAGES) - 1) };
}

const units: Record<Location['kind'], string> = {
  page: 'pages',
  slide: 'slides',
  sheet: 'rows',
  rows: 'rows',
  time: 'seconds',
  section: 'sections',
  whole: 'sections',
};

function describePlace({ location, place }: Passage, from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined)
    return place === '' || location.kind === 'whole' ? '' : `around ${locationLabel(location)}`;
  const unit = units[location.kind];
  return to === undefined || to === from ? `${unit} from ${from}` : `${unit} ${from ?? 1} to ${to}`;
}

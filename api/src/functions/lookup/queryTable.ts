import { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import { locationLabel, type Location } from '#contract/files/locations.ts';
import type { FoundPassage } from '#api/answers/functionCalls.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { Calculation, TableDescription } from '#api/extract/tables/messages.ts';
import { queryFile, type QueriedFile } from '#api/files/queryFile.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { defineFunction, READ_TIMEOUT_MS, type CallContext, type FoundData } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { findReadableFiles, trim } from '#api/search/access/trimToReadable.ts';
import { getPassage, passageNumber } from './foundFile.ts';

/** Characters of a result, with room for the statement: a passage has at most 4,000. */
const MAX_RESULT_CHARACTERS = 3_000;
const MAX_DESCRIPTION_CHARACTERS = 1_900;
const MAX_STATEMENT_CHARACTERS = 4_000;
const MAX_SHOWN_STATEMENT = 800;

/** Runs a calculation over the sheets of a workbook or over a CSV file. */
export const queryTable = defineFunction({
  group: 'Sites',
  name: 'query_table',
  title: functionTexts.queryTable,
  description:
    'Calculates over all rows of the workbook or CSV file of a passage: use it for each sum, count or ranking. "sql" is one SQLite SELECT; without it, the tables and columns are described, so call it without first. Dates are text such as 2026-03-31; rowid is the number of a row. A chart of a result is a fenced mermaid block (xychart-beta with a y-axis from 0, or pie) below its table.',
  args: z.object({
    passage: passageNumber,
    sql: z.string().trim().min(1).max(MAX_STATEMENT_CHARACTERS).optional(),
  }),
  timeoutMs: READ_TIMEOUT_MS,
  describe: ({ passage, sql }, found) => [getPassage(found, passage).fileName, sql].filter(Boolean).join(' · '),
  async run(call, { passage: number, sql }) {
    const passage = getPassage(call.found, number);
    const { file, ...origin } = await findReadableFile(call, passage);
    const reply = await queryFile(call.ctx, call.person, file, sql ?? null, call.signal);
    if (reply.kind === 'refused') throw new ArgumentError(functionTexts.statementFailed(reply.problem));
    const toPassage = (location: Location, text: string): FoundPassage => {
      const { number: _, place: _place, cited: _cited, ...rest } = passage;
      return { ...rest, location, text };
    };
    if (reply.kind === 'described')
      return {
        ...origin,
        summary: `Described ${reply.tables.length} tables.`,
        outcome: reply.tables.length === 1 ? '1 table' : `${reply.tables.length} tables`,
        passages: reply.tables.map((table) => toPassage(table.location, describeTable(table))),
      };
    const { text, shown } = formatResult(reply, passage, sql ?? '');
    const cut =
      shown < reply.total ? ` Only the first ${shown} are in the passage; sum up or filter in the statement.` : '';
    return {
      ...origin,
      summary: `Calculated: ${reply.total} rows.${cut}`,
      outcome: reply.total === 1 ? '1 row' : `${reply.total} rows`,
      passages: [toPassage(reply.reads[0]?.location ?? { kind: 'whole' }, text)],
    };
  },
});

/** The file of a passage, if the person can read it now. */
async function findReadableFile(
  call: CallContext,
  passage: Passage,
): Promise<{ file: QueriedFile } & Pick<FoundData, 'hits' | 'origins'>> {
  const { ctx, person, signal } = call;
  if (passage.hit) {
    const [readable] = await trim(ctx, person, [passage.hit], signal);
    if (!readable) throw noAccess();
    const { driveId, itemId, ownerId } = readable.file;
    if (ownerId !== null) return { file: await findAttached(call, itemId), hits: [readable] };
    const { name, etag } = readable.item;
    return { file: { driveId, id: itemId, name, etag, mimeType: '' }, hits: [readable] };
  }
  if (passage.driveFile) {
    const { driveId, id: itemId } = passage.driveFile;
    const [readable] = await findReadableFiles(ctx, person, [{ driveId, itemId, siteId: '' }], signal);
    if (!readable) throw noAccess();
    return { file: { ...passage.driveFile, etag: readable.etag }, origins: [{ driveId, itemId }] };
  }
  if (passage.opens !== undefined || passage.site !== null) throw new ArgumentError(functionTexts.noTable);
  return { file: await findAttached(call, passage.fileId) };
}

/** A file that was attached to the chat. */
async function findAttached({ ctx, person }: CallContext, id: string): Promise<QueriedFile> {
  const [attached] = await ctx.store.files.listOwned(person, [id]);
  if (!attached) throw noAccess();
  return { sha256: attached.sha256, name: attached.name, mimeType: '' };
}

const noAccess = () => new AvaError('not_found', { detail: functionTexts.noAccess });

function describeTable({ name, location, rows, columns, first, notes }: TableDescription): string {
  const list = columns.map((column) => `"${column.name}" ${column.type}`);
  return [
    `Table "${name}", ${locationLabel(location)}, ${rows} rows.`,
    `Columns: ${fit(list, MAX_DESCRIPTION_CHARACTERS, ', ', 'columns')}.`,
    ...notes,
    'First rows:',
    fit(first.map(toLine), MAX_DESCRIPTION_CHARACTERS, '\n', 'rows'),
  ].join('\n');
}

function formatResult({ columns, rows, total, reads }: Calculation, { fileName }: Passage, sql: string) {
  const header = [toLine(columns), toLine(columns.map(() => '---'))];
  let room = MAX_RESULT_CHARACTERS - header.join('\n').length;
  const lines = rows.map(toLine);
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0);
  const shown = end < 0 ? lines : lines.slice(0, end);
  const ranges = reads.map(({ location, rows: count }) => `${locationLabel(location)} (${count} rows)`).join(', ');
  const text = [
    ...header,
    ...shown,
    ...(shown.length < total ? [`(the first ${shown.length} of ${total} rows)`] : []),
    '',
    `Calculated over ${[fileName, ranges].filter(Boolean).join(', ')}: ${sql.slice(0, MAX_SHOWN_STATEMENT)}`,
  ].join('\n');
  return { text, shown: shown.length };
}

const toLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The first items that fit, and how many more there are. */
function fit(items: readonly string[], room: number, separator: string, name: string): string {
  let left = room;
  const end = items.findIndex((item) => (left -= item.length + separator.length) < 0);
  if (end < 0) return items.join(separator);
  return [...items.slice(0, end), `and ${items.length - end} more ${name}`].join(separator);
}

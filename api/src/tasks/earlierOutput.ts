import type { MessageFile } from '#contract/files/files.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { findPassage, holdsExcerpt, removeCitations } from '#api/answers/prompt/priorText.ts';
import { toPassages, type Passage } from '#api/answers/prompt/passages.ts';
import type { Person } from '#api/identity/person.ts';
import { trim } from '#api/search/access/trimToReadable.ts';
import { readPassages } from '#api/search/readPassages.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';

/** The output of an earlier step that a step includes. */
export interface EarlierOutput {
  title: string;
  row: OutputRow;
}

/**
 * Returns an earlier output as material to read, then the passages that it cites, so that a model can cite them again. The
 * caller has checked that the person can read the output.
 * @param files files of the step, whose passages the prompt has anyway
 */
export async function readEarlierOutput(
  ctx: AppContext,
  person: Person,
  { title, row }: EarlierOutput,
  files: readonly MessageFile[],
): Promise<Passage[]> {
  const { content, links } = row.output;
  const attached = new Set(files.map(({ scrapedFileId }) => scrapedFileId));
  const missing = links.filter(({ fileid, quote }) => !attached.has(fileid) && quote !== '');
  const sources = [...(await readOwnFiles(ctx, person, missing)), ...(await readSiteFiles(ctx, person, missing))];
  const cited = missing.map((link) => {
    const passage = findPassage(link, sources);
    return passage && holdsExcerpt(passage.text, link.quote) ? passage : toExcerptPassage(link);
  });
  const output: Passage = {
    number: 1,
    fileId: row.stepId,
    fileName: `Output of ${title}`,
    fileType: 'TXT',
    location: { kind: 'whole' },
    text: removeCitations(row.output),
    link: null,
    lastModified: null,
    site: null,
    ...(links.length > 0 && { cited: { content, links } }),
  };
  return [output, ...new Set(cited)];
}

/** The passages of the person's own files among the sources. A file that was deleted since has none. */
async function readOwnFiles({ store }: AppContext, person: Person, links: readonly Citation[]): Promise<Passage[]> {
  const ids = new Set(links.filter(({ site, opens }) => site === null && !opens).map(({ fileid }) => fileid));
  const files = await store.files.listOwned(person, [...ids]);
  const texts = await store.files.findTexts(files.map(({ id }) => id));
  return toPassages(
    files.flatMap(({ id: fileId, name: fileName, type: fileType }) => {
      const text = texts.get(fileId);
      return text ? [{ fileId, fileName, fileType, extraction: text.extraction }] : [];
    }),
  );
}

/** Passages of site files that still contain a cited excerpt and that the person can read. */
async function readSiteFiles(ctx: AppContext, person: Person, links: readonly Citation[]): Promise<Passage[]> {
  const excerpts = links.flatMap(({ site, fileid, quote }) =>
    // Between the lines of an excerpt, the file can have others; the first one of a table can be from the page before.
    site === null ? [] : [{ siteId: site, itemId: fileid, text: quote.split('\n').at(-1)!.replace(/…$/, '') }],
  );
  if (excerpts.length === 0) return [];
  const hits = await ctx.store.chunkLookup.findExcerpts(person.tenantId, excerpts);
  return readPassages(ctx, await trim(ctx, person, hits));
}

/** What is known of a source whose text is gone: the excerpt that the person has seen. */
function toExcerptPassage(link: Citation): Passage {
  const { pagenumber: page, pagelabel: label } = link;
  return {
    number: 1,
    fileId: link.fileid,
    fileName: link.filename,
    fileType: link.datatype,
    location: page === null ? { kind: 'whole' } : { kind: 'page', page, ...(label !== undefined && { label }) },
    place: link.location,
    text: link.quote,
    link: link.link,
    lastModified: link.lastModified,
    site: link.site,
    changed: link.standing === 'changed',
    ...(link.opens && { opens: link.opens }),
  };
}

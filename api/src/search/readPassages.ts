import { listUnread } from '#contract/files/unread.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import type { Outline } from '#api/storage/tables/search/chunkLookup.ts';
import type { ReadableHit } from './access/trimToReadable.ts';

export type PassageContext = { store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findTexts'> } };

/** A readable file with what a list says about it. */
export interface OutlinedFile {
  readable: ReadableHit;
  outline: Outline;
}

/** Reads pages, headings and beginnings of the files of readable hits, in the same order. */
export async function readOutlines(
  { store }: { store: { chunkLookup: Pick<AppContext['store']['chunkLookup'], 'findOutlines'> } },
  hits: readonly ReadableHit[],
): Promise<OutlinedFile[]> {
  const outlines = await store.chunkLookup.findOutlines(hits.map(({ hit }) => hit.versionId));
  const byVersion = new Map(outlines.map((outline) => [outline.versionId, outline]));
  return hits.flatMap((readable) => {
    const outline = byVersion.get(readable.hit.versionId);
    return outline ? [{ readable, outline }] : [];
  });
}

/**
 * Reads the text of readable hits as numbered passages, in the same order. Text of the index is read in this file only,
 * and only `trim` creates a `ReadableHit`. A hit whose version has just been replaced is left out.
 * @param around number of neighboring chunks to add on each side
 */
export async function readPassages(
  { store }: PassageContext,
  hits: readonly ReadableHit[],
  around = 0,
): Promise<Passage[]> {
  const chunks = await store.chunkSearch.findTexts(
    hits.map(({ hit }) => hit.chunkId),
    around,
  );
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const byPosition = new Map(chunks.map((chunk) => [`${chunk.versionId}/${chunk.n}`, chunk]));
  const passages = hits.flatMap((readable): Omit<Passage, 'number'>[] => {
    const { hit, file, item } = readable;
    const chunk = byId.get(hit.chunkId);
    if (!chunk || chunk.versionId !== file.versionId) return [];
    const neighbors = Array.from(
      { length: 2 * around + 1 },
      (_, index) => byPosition.get(`${chunk.versionId}/${chunk.n - around + index}`)?.body,
    );
    return [
      {
        fileId: file.itemId,
        fileName: item.name,
        fileType: file.type,
        location: chunk.location,
        text: around === 0 ? chunk.body : neighbors.filter((body) => body !== undefined).join('\n'),
        link: item.webUrl,
        lastModified: item.lastModified,
        site: file.siteId,
        changed: readable.hasChanged,
        unread: listUnread(chunk.unread),
        hit,
      },
    ];
  });
  return passages.map((passage, index) => ({ ...passage, number: index + 1 }));
}

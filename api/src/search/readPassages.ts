import type { Passage } from '../answers/passages.ts';
import type { AppContext } from '../context.ts';
import type { ReadableHit } from './access/trim.ts';

type QuoteContext = { store: { chunkSearch: Pick<AppContext['store']['chunkSearch'], 'findTexts'> } };

/**
 * What readable hits say, as passages numbered in their order. This is the only way from the index to a text, and it takes
 * nothing but what `trim` has let through. A set that was replaced in this very moment gives nothing.
 * @param around how many neighbouring chunks to give with each
 */
export async function quote({ store }: QuoteContext, hits: readonly ReadableHit[], around = 0): Promise<Passage[]> {
  const texts = await store.chunkSearch.findTexts(
    hits.map(({ hit }) => hit.chunkId),
    around,
  );
  const byId = new Map(texts.map((text) => [text.id, text]));
  const byPlace = new Map(texts.map((text) => [`${text.versionId}/${text.n}`, text]));
  const passages = hits.flatMap((readable): Omit<Passage, 'number'>[] => {
    const { hit, file, now } = readable;
    const text = byId.get(hit.chunkId);
    if (!text || text.versionId !== file.versionId) return [];
    const neighbours = Array.from(
      { length: 2 * around + 1 },
      (_, at) => byPlace.get(`${text.versionId}/${text.n - around + at}`)?.body,
    );
    return [
      {
        fileId: file.itemId,
        fileName: now.name,
        fileType: file.type,
        location: text.location,
        text: around === 0 ? text.body : neighbours.filter((body) => body !== undefined).join('\n'),
        link: now.webUrl,
        lastModified: now.lastModified,
        site: file.siteId,
        changed: readable.changed,
      },
    ];
  });
  return passages.map((passage, index) => ({ ...passage, number: index + 1 }));
}

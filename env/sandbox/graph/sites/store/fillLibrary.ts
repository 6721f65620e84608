import type { DocumentPlan } from '../../../documents/documentPlan.ts';
import { addItem } from './itemTree.ts';
import type { Drive, Item, SiteStore } from './siteStore.ts';

/** Adds `count` small text files in subfolders of a folder. The files of a subfolder are created when it is first read. */
export function fillLibrary(
  store: SiteStore,
  drive: Drive,
  folder: Item,
  { count, perFolder }: { count: number; perFolder: number },
): void {
  const { createdBy: by, createdAt } = drive.root;
  for (let first = 1; first <= count; first += perFolder) {
    const name = `Box ${String(Math.ceil(first / perFolder)).padStart(4, '0')}`;
    const subfolder = addItem(store, drive, { key: `${folder.id}/${name}`, parentId: folder.id, name, by, createdAt });
    const last = Math.min(count, first + perFolder - 1);
    const create = () => {
      for (let number = first; number <= last; number += 1) {
        const scan = `Scan ${String(number).padStart(6, '0')}.txt`;
        const source: DocumentPlan = { format: 'txt', paragraphs: [`Scan number ${number} of ${count}.`] };
        addItem(store, drive, {
          key: `${subfolder.id}/${scan}`,
          parentId: subfolder.id,
          name: scan,
          by,
          createdAt,
          source,
        });
      }
    };
    subfolder.lazyChildren = { count: last - first + 1, create };
  }
}

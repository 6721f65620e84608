import type { DocumentPlan } from '../../documents/documentPlan.ts';
import { addItem } from './tree.ts';
import type { Drive, Item, World } from './world.ts';

/** Puts so many small text files into a folder, in folders of their own, each made when somebody first looks inside. */
export function fill(
  world: World,
  drive: Drive,
  folder: Item,
  { count, perFolder }: { count: number; perFolder: number },
): void {
  const { createdBy: by, createdAt: at } = drive.root;
  for (let first = 1; first <= count; first += perFolder) {
    const name = `Box ${String(Math.ceil(first / perFolder)).padStart(4, '0')}`;
    const box = addItem(world, drive, { key: `${folder.id}/${name}`, parentId: folder.id, name, by, at });
    const last = Math.min(count, first + perFolder - 1);
    const unfold = () => {
      for (let number = first; number <= last; number += 1) {
        const scan = `Scan ${String(number).padStart(6, '0')}.txt`;
        const source: DocumentPlan = { format: 'txt', paragraphs: [`Scan number ${number} of ${count}.`] };
        addItem(world, drive, { key: `${box.id}/${scan}`, parentId: box.id, name: scan, by, at, source });
      }
    };
    box.folded = { count: last - first + 1, unfold };
  }
}

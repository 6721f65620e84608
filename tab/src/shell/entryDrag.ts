import { z } from 'zod';

/** Data of a conversation entry that is dragged into the workspace. */
const DraggedEntry = z.object({ messageId: z.string(), content: z.string() });
export type DraggedEntry = z.infer<typeof DraggedEntry>;

const FORMAT = 'application/x-ava-entry';

const onMac = /mac/i.test(navigator.platform);

/** Key to hold while dragging an entry: Ctrl, or Alt on a Mac. */
export const keepKeyName = onMac ? 'Alt' : 'Ctrl';

export function isKeepKeyPressed(event: { ctrlKey: boolean; altKey: boolean }): boolean {
  return onMac ? event.altKey : event.ctrlKey;
}

export function writeDraggedEntry(transfer: DataTransfer, entry: DraggedEntry): void {
  transfer.setData(FORMAT, JSON.stringify(entry));
  transfer.setData('text/plain', entry.content);
  transfer.effectAllowed = 'copy';
}

export function hasDraggedEntry(transfer: DataTransfer): boolean {
  return transfer.types.includes(FORMAT);
}

/** Returns the dropped entry; `null` for any other drop. */
export function readDraggedEntry(transfer: DataTransfer): DraggedEntry | null {
  const text = transfer.getData(FORMAT);
  if (text === '') return null;
  const entry = DraggedEntry.safeParse(JSON.parse(text));
  return entry.success ? entry.data : null;
}

import { z } from 'zod';

/** What travels when an entry of a conversation is dragged into the workspace. */
const DraggedEntry = z.object({ messageId: z.string(), content: z.string() });
export type DraggedEntry = z.infer<typeof DraggedEntry>;

const FORMAT = 'application/x-ava-entry';

const onMac = /mac/i.test(navigator.platform);

/** The key held while dragging an entry: Ctrl, Alt on a Mac. */
export const keepKeyName = onMac ? 'Alt' : 'Ctrl';

export function keepKeyHeld(event: { ctrlKey: boolean; altKey: boolean }): boolean {
  return onMac ? event.altKey : event.ctrlKey;
}

export function writeDraggedEntry(transfer: DataTransfer, entry: DraggedEntry): void {
  transfer.setData(FORMAT, JSON.stringify(entry));
  transfer.setData('text/plain', entry.content);
  transfer.effectAllowed = 'copy';
}

export function carriesEntry(transfer: DataTransfer): boolean {
  return transfer.types.includes(FORMAT);
}

/** The entry that was dropped; `null` for a drop of anything else. */
export function readDraggedEntry(transfer: DataTransfer): DraggedEntry | null {
  const text = transfer.getData(FORMAT);
  if (text === '') return null;
  const entry = DraggedEntry.safeParse(JSON.parse(text));
  return entry.success ? entry.data : null;
}

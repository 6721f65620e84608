import type { ChatMetadata } from '#contract/chats/chat.ts';
import type { Folder } from '#contract/chats/history.ts';

/** Where a menu opens: at the pointer, or at the element that opened it, which gets the focus back. */
export interface MenuAnchor {
  from: HTMLElement;
  at: { x: number; y: number } | null;
}

/** The person's current action on chats or on a folder. `key` is the row that gets the focus back. */
export type ChatAction =
  | { name: 'nothing' }
  | { name: 'menu'; key: string; chat: ChatMetadata; anchor: MenuAnchor }
  | { name: 'folderMenu'; key: string; folder: Folder; anchor: MenuAnchor }
  | { name: 'renaming' | 'sharing'; key: string; chat: ChatMetadata }
  | { name: 'renamingFolder'; key: string; folder: Folder }
  /** Several chats; a single chat is deleted without confirmation. */
  | { name: 'deleting' | 'moving'; key: string; ids: readonly string[] };

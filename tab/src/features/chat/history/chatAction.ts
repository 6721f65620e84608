import type { ChatMetadata } from '../../../../../api/contract/chat.ts';

/** Where a menu opens: at the pointer, or at the element that opened it, which gets the focus back. */
export interface MenuAnchor {
  from: HTMLElement;
  at: { x: number; y: number } | null;
}

/** What the person is doing with one chat of the list. */
export type ChatAction =
  | { name: 'nothing' }
  | { name: 'menu'; chat: ChatMetadata; anchor: MenuAnchor }
  | { name: 'renaming' | 'sharing' | 'deleting'; chat: ChatMetadata };

import { useEffect } from 'react';
import { ReactEditor } from 'slate-react';
import { layout } from '#tab/shell/layout/layout.state.ts';
import type { ComposerEditor } from './composerEditor.ts';
import { insertPrompt } from './insertPrompt.ts';

/** The editors on the screen, by the id of the chat or step whose text they edit. */
const editors = new Map<string, ComposerEditor>();

/** Lets other features insert text at the cursor of an editor while it is on the screen. */
export function useOpenEditor(id: string | null, editor: ComposerEditor): void {
  useEffect(() => {
    if (id === null) return;
    editors.set(id, editor);
    return () => {
      if (editors.get(id) === editor) editors.delete(id);
    };
  }, [id, editor]);
}

/**
 * Inserts a prompt at the cursor of an editor as one step of its undo history, and moves the focus there.
 * @param groups names in brackets that become mentions
 * @returns false if the editor is not on the screen
 */
export function insertAtCursor(id: string, text: string, groups: readonly string[]): boolean {
  const editor = editors.get(id);
  if (!editor) return false;
  insertPrompt(editor, text, groups);
  // The editor gets the focus in the next frame, because an open dialog keeps it until then. On a phone it gets none,
  // because the keyboard would open.
  if (layout.width !== 'phone') requestAnimationFrame(() => editors.get(id) === editor && ReactEditor.focus(editor));
  return true;
}

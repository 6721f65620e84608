import { createEditor, Editor, Node, Range, Transforms, type Descendant } from 'slate';
import { withHistory, type HistoryEditor } from 'slate-history';
import { ReactEditor, withReact } from 'slate-react';
import { toDocument } from './document.ts';
import { withMentions } from '#tab/features/chat/composer/mentions/mentionElements.ts';

export type ComposerEditor = ReactEditor & HistoryEditor;

/** Slate renders this many paragraphs together: a key press renders one such group, not all of ten thousand lines. */
const CHUNK_SIZE = 500;

export function createComposerEditor(): ComposerEditor {
  const editor = withMentions(withHistory(withReact(createEditor())));
  editor.getChunkSize = (node) => (Node.isEditor(node) ? CHUNK_SIZE : null);
  return editor;
}

/** Replaces the document, puts the caret at its end and clears the undo history. */
export function replaceEditorDocument(editor: ComposerEditor, document: Descendant[]): void {
  editor.children = document;
  editor.history = { undos: [], redos: [] };
  if (editor.selection) Transforms.select(editor, Editor.end(editor, []));
  editor.onChange();
}

/** Inserts plain text at the caret or over the selection; line breaks become paragraphs. */
export function insertPlainText(editor: Editor, text: string): void {
  if (!editor.selection) Transforms.select(editor, Editor.end(editor, []));
  if (!text.includes('\n')) editor.insertText(text);
  else Transforms.insertFragment(editor, toDocument(text));
}

/** Whether the caret is on the first or last visible line; a wrapped paragraph has several lines. */
export function getCaretLines(editor: ComposerEditor): { first: boolean; last: boolean } {
  const { selection } = editor;
  if (!selection || Range.isExpanded(selection)) return { first: false, last: false };
  const block = selection.anchor.path[0] ?? 0;
  const inBlock = getLinesInBlock(editor, block);
  return { first: block === 0 && inBlock.first, last: block === editor.children.length - 1 && inBlock.last };
}

function getLinesInBlock(editor: ComposerEditor, block: number): { first: boolean; last: boolean } {
  const caret = getCaretBox(editor);
  const node = editor.children[block];
  if (!caret || !node) return { first: true, last: true };
  const box = ReactEditor.toDOMNode(editor, node as Node).getBoundingClientRect();
  return { first: caret.top - box.top < caret.height, last: box.bottom - caret.bottom < caret.height };
}

/** The caret's box, or `null` if it has no layout, for example on an empty line. */
function getCaretBox(editor: ComposerEditor): DOMRect | null {
  if (!editor.selection) return null;
  const range = ReactEditor.toDOMRange(editor, editor.selection);
  const box = range.getBoundingClientRect?.();
  return box && box.height > 0 ? box : null;
}

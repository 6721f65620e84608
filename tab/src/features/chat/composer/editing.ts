import { createEditor, Editor, Node, Range, Transforms, type Descendant } from 'slate';
import { withHistory, type HistoryEditor } from 'slate-history';
import { ReactEditor, withReact } from 'slate-react';
import { documentOf } from './document.ts';
import { withMentions } from './mentions.ts';

export type ComposerEditor = ReactEditor & HistoryEditor;

/** Paragraphs drawn together: in a text of ten thousand lines a key press then draws one chunk again, not all lines. */
const CHUNK_SIZE = 500;

export function createComposerEditor(): ComposerEditor {
  const editor = withMentions(withHistory(withReact(createEditor())));
  editor.getChunkSize = (node) => (Node.isEditor(node) ? CHUNK_SIZE : null);
  return editor;
}

/** Shows another document, with the caret at its end; what was typed before cannot be undone across it. */
export function showDocument(editor: ComposerEditor, document: Descendant[]): void {
  editor.children = document;
  editor.history = { undos: [], redos: [] };
  if (editor.selection) Transforms.select(editor, Editor.end(editor, []));
  editor.onChange();
}

/** Writes plain text at the caret, in place of what is selected; line breaks become paragraphs. */
export function insertPlainText(editor: Editor, text: string): void {
  if (!editor.selection) Transforms.select(editor, Editor.end(editor, []));
  if (!text.includes('\n')) editor.insertText(text);
  else Transforms.insertFragment(editor, documentOf(text));
}

/** Whether the caret stands on the first and on the last line that a person sees, wrapped lines counted. */
export function caretLines(editor: ComposerEditor): { first: boolean; last: boolean } {
  const { selection } = editor;
  if (!selection || Range.isExpanded(selection)) return { first: false, last: false };
  const block = selection.anchor.path[0] ?? 0;
  const inBlock = linesInBlock(editor, block);
  return { first: block === 0 && inBlock.first, last: block === editor.children.length - 1 && inBlock.last };
}

function linesInBlock(editor: ComposerEditor, block: number): { first: boolean; last: boolean } {
  const caret = caretBox(editor);
  const node = editor.children[block];
  if (!caret || !node) return { first: true, last: true };
  const box = ReactEditor.toDOMNode(editor, node as Node).getBoundingClientRect();
  return { first: caret.top - box.top < caret.height, last: box.bottom - caret.bottom < caret.height };
}

/** Where the caret is drawn; `null` where nothing is laid out, as on an empty line. */
function caretBox(editor: ComposerEditor): DOMRect | null {
  if (!editor.selection) return null;
  const range = ReactEditor.toDOMRange(editor, editor.selection);
  const box = range.getBoundingClientRect?.();
  return box && box.height > 0 ? box : null;
}

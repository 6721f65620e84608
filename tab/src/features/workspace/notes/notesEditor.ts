import { createEditor, Editor, Element, Node, Range, Transforms, type Path } from 'slate';
import { withHistory, type HistoryEditor } from 'slate-history';
import { withReact, type ReactEditor } from 'slate-react';
import {
  emptyNotes,
  getDepth,
  isLink,
  isList,
  MAX_DEPTH,
  toBlocks,
  type ListItemElement,
  type NotesBlock,
} from './notesDocument.ts';

export type NotesEditor = ReactEditor & HistoryEditor;

/** What the block at the caret is. */
export type BlockKind = 'line' | 'heading1' | 'heading2' | 'heading3' | 'bullets' | 'numbers';

export function createNotesEditor(): NotesEditor {
  const editor = withHistory(withReact(createEditor()));
  const { isInline, insertBreak, deleteBackward, normalizeNode } = editor;
  editor.isInline = (element) => isLink(element) || isInline(element);
  editor.insertBreak = () => {
    const block = getBlock(editor);
    // An empty item ends the list.
    if (block?.type === 'item' && Node.string(block) === '')
      return indentItem(editor, -1) ? undefined : setBlock(editor, 'line');
    insertBreak();
    if (block?.type === 'heading') setBlock(editor, 'line');
  };
  editor.deleteBackward = (unit) => {
    const block = getBlock(editor);
    const isFormatted = block !== undefined && block.type !== 'line';
    if (isFormatted && isAtBlockStart(editor)) return indentItem(editor, -1) ? undefined : setBlock(editor, 'line');
    deleteBackward(unit);
  };
  editor.normalizeNode = (entry, options) => {
    const [node, path] = entry;
    if (isLink(node) && Node.string(node) === '') return Transforms.removeNodes(editor, { at: path });
    if (isList(node) && node.children.length === 0) return Transforms.removeNodes(editor, { at: path });
    if (Editor.isEditor(node) && node.children.length === 0)
      return Transforms.insertNodes(editor, emptyNotes(), { at: [0] });
    normalizeNode(entry, options);
  };
  return editor;
}

/** Replaces the document and clears the undo history, which belongs to the replaced one. The caret stays where it can. */
export function replaceNotes(editor: NotesEditor, blocks: NotesBlock[]): void {
  const caret = editor.selection?.focus;
  Transforms.deselect(editor);
  editor.children = blocks;
  editor.history = { undos: [], redos: [] };
  Editor.normalize(editor, { force: true });
  if (caret && Node.has(editor, caret.path)) {
    const node = Node.get(editor, caret.path);
    if ('text' in node)
      Transforms.select(editor, { path: caret.path, offset: Math.min(caret.offset, node.text.length) });
  }
  editor.onChange();
}

type TextBlock = Extract<Element, { type: 'line' | 'heading' | 'item' }>;

const isItem = (node: Node): node is ListItemElement => Element.isElement(node) && node.type === 'item';
const isTextBlock = (node: Node): node is TextBlock =>
  Element.isElement(node) && (node.type === 'line' || node.type === 'heading' || node.type === 'item');

function getBlock(editor: Editor): TextBlock | undefined {
  return Editor.above<TextBlock>(editor, { match: isTextBlock })?.[0];
}

function isAtBlockStart(editor: Editor): boolean {
  const { selection } = editor;
  const entry = Editor.above(editor, { match: isTextBlock });
  return Boolean(
    selection && entry && Range.isCollapsed(selection) && Editor.isStart(editor, selection.anchor, entry[1]),
  );
}

export function getBlockKind(editor: Editor): BlockKind {
  const [list] = Editor.above(editor, { match: isList }) ?? [];
  if (list) return list.isOrdered ? 'numbers' : 'bullets';
  const block = getBlock(editor);
  return block?.type === 'heading' ? `heading${block.level}` : 'line';
}

/** Makes the selected blocks of this kind; lines again if they already are. */
export function toggleBlock(editor: Editor, kind: BlockKind): void {
  setBlock(editor, getBlockKind(editor) === kind ? 'line' : kind);
}

function setBlock(editor: Editor, kind: BlockKind): void {
  Editor.withoutNormalizing(editor, () => {
    Transforms.unwrapNodes(editor, { match: isList, split: true });
    const isListKind = kind === 'bullets' || kind === 'numbers';
    Transforms.unsetNodes(editor, (isListKind ? ['level'] : ['level', 'depth']) as never[], { match: isTextBlock });
    if (kind === 'bullets' || kind === 'numbers') {
      Transforms.setNodes(editor, { type: 'item' }, { match: isTextBlock });
      Transforms.wrapNodes(
        editor,
        { type: 'list', isOrdered: kind === 'numbers', children: [] },
        { match: isTextBlock },
      );
    } else if (kind === 'line') Transforms.setNodes(editor, { type: 'line' }, { match: isTextBlock });
    else {
      const level = Number(kind.at(-1)) as 1 | 2 | 3;
      Transforms.setNodes(editor, { type: 'heading', level }, { match: isTextBlock });
    }
  });
}

/**
 * Nests the item at the caret deeper, or less deep.
 * @returns whether that was possible: an item is at most one deeper than the one above it
 */
export function indentItem(editor: Editor, by: 1 | -1): boolean {
  const [item, path] = Editor.above(editor, { match: isItem }) ?? [];
  if (!item || !path) return false;
  const depth = getDepth(item) + by;
  const above = getItemAbove(editor, path);
  if (depth < 0 || depth > MAX_DEPTH || (by > 0 && (!above || depth > getDepth(above) + 1))) return false;
  Transforms.setNodes(editor, { depth }, { at: path });
  return true;
}

/** The item above another one; for the first item of a list, the last one of the list before it. */
function getItemAbove(editor: Editor, [list = 0, index = 0]: Path): ListItemElement | undefined {
  const blocks = toBlocks(editor.children);
  const block = blocks[index > 0 ? list : list - 1];
  return block?.type === 'list' ? block.children.at(index > 0 ? index - 1 : -1) : undefined;
}

export type Mark = 'bold' | 'italic';

export function hasMark(editor: Editor, mark: Mark): boolean {
  return (Editor.marks(editor) as Partial<Record<Mark, true>> | null)?.[mark] === true;
}

export function toggleMark(editor: Editor, mark: Mark): void {
  if (hasMark(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

export function getLink(editor: Editor): string | null {
  return Editor.above(editor, { match: isLink })?.[0].url ?? null;
}

/** Links the selected text, or inserts the address as a link. */
export function setLink(editor: Editor, url: string): void {
  removeLink(editor);
  if (!editor.selection) Transforms.select(editor, Editor.end(editor, []));
  const { selection } = editor;
  if (!selection || Range.isCollapsed(selection))
    return Transforms.insertNodes(editor, { type: 'link', url, children: [{ text: url }] });
  Transforms.wrapNodes(editor, { type: 'link', url, children: [] }, { match: (node) => 'text' in node, split: true });
  Transforms.collapse(editor, { edge: 'end' });
}

export function removeLink(editor: Editor): void {
  Transforms.unwrapNodes(editor, { match: isLink });
}

/** An address of the web or of e-mail; `null` for anything else. A missing scheme is https. */
export function toLinkAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]{0,20}:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, href, hostname } = new URL(address);
  if (protocol === 'mailto:') return href;
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? href : null;
}

import { Editor, Element, Node, Path, Range, Transforms } from 'slate';

export type Mark = 'bold' | 'italic' | 'underline';
export type ListType = 'bulleted-list' | 'numbered-list';

export function isMarkActive(editor: Editor, mark: Mark): boolean {
  const marks = Editor.marks(editor) as Partial<Record<Mark, true>> | null;
  return editor.selection !== null && marks?.[mark] === true;
}

export function toggleMark(editor: Editor, mark: Mark): void {
  if (isMarkActive(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

const isList = (node: Node) =>
  Element.isElement(node) && (node.type === 'bulleted-list' || node.type === 'numbered-list');
const isItem = (node: Node) => Element.isElement(node) && node.type === 'list-item';
const isLine = (node: Node) => Element.isElement(node) && (node.type === 'list-item' || node.type === 'paragraph');

export function isListActive(editor: Editor, type: ListType): boolean {
  if (!editor.selection) return false;
  const [match] = Editor.nodes(editor, { match: (node) => isList(node) && (node as Element).type === type });
  return match !== undefined;
}

/** Makes the selected lines a list, or paragraphs again if they are one of this type. */
export function toggleList(editor: Editor, type: ListType): void {
  const isActive = isListActive(editor, type);
  Editor.withoutNormalizing(editor, () => {
    Transforms.unwrapNodes(editor, { match: isList, split: true });
    Transforms.setNodes(editor, { type: isActive ? 'paragraph' : 'list-item' }, { match: isLine });
    if (!isActive) Transforms.wrapNodes(editor, { type, children: [] }, { match: isItem });
  });
}

/** Enter in an empty item, or Backspace at the start of an item, leaves the list. Returns whether it did. */
export function leaveList(editor: Editor, key: 'Enter' | 'Backspace'): boolean {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return false;
  const [entry] = Editor.nodes(editor, { match: isItem });
  if (!entry) return false;
  const [item, path] = entry;
  const isEmpty = Node.string(item) === '' && Editor.isEmpty(editor, item as Element);
  const isAtStart = Editor.isStart(editor, selection.anchor, path);
  if (key === 'Enter' ? !isEmpty : !isAtStart) return false;
  Editor.withoutNormalizing(editor, () => {
    Transforms.setNodes(editor, { type: 'paragraph' }, { at: path });
    Transforms.unwrapNodes(editor, { at: Path.parent(path), match: isList, split: true, mode: 'lowest' });
    Transforms.liftNodes(editor, {
      match: (node, at) => Element.isElement(node) && node.type === 'paragraph' && at.length > 1,
    });
  });
  return true;
}

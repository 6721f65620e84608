import { Editor, Range, Transforms, type Descendant } from 'slate';
import { HistoryEditor } from 'slate-history';
import { toDocument, type MentionElement, type ParagraphElement, type TextNode } from './document.ts';

/**
 * Inserts a prompt at the cursor, over the selection, or at the end if the editor never had the focus. One undo removes it
 * and nothing else.
 * @param groups names of groups that can be mentioned: `[Name]` becomes a mention, the reverse of `toOutput`
 */
export function insertPrompt(editor: HistoryEditor & Editor, text: string, groups: readonly string[]): void {
  HistoryEditor.withNewBatch(editor, () => {
    Editor.withoutNormalizing(editor, () => {
      if (!editor.selection) Transforms.select(editor, Editor.end(editor, []));
      if (editor.selection && Range.isExpanded(editor.selection)) Transforms.delete(editor);
      const spaced = needsSpace(editor) ? ` ${text}` : text;
      Transforms.insertFragment(editor, toMentionDocument(spaced, groups));
    });
  });
  // Text that is typed next is a separate step of the undo history.
  HistoryEditor.setSplittingOnce(editor, true);
}

/** Converts plain text to a document in which `[Name]` of an existing group is a mention. */
function toMentionDocument(text: string, groups: readonly string[]): Descendant[] {
  const byName = new Map(groups.map((name) => [normalize(name), name]));
  return toDocument(text).map((line) => {
    const [child] = (line as ParagraphElement).children as TextNode[];
    return { type: 'paragraph', children: splitMentions(child?.text ?? '', byName) };
  });
}

function splitMentions(line: string, groups: ReadonlyMap<string, string>): ParagraphElement['children'] {
  const children: (TextNode | MentionElement)[] = [];
  let end = 0;
  for (const match of line.matchAll(/\[([^[\]]+)\]/g)) {
    const name = groups.get(normalize(match[1] ?? ''));
    if (name === undefined) continue;
    children.push({ text: line.slice(end, match.index) }, { type: 'mention', name, children: [{ text: '' }] });
    end = match.index + match[0].length;
  }
  return [...children, { text: line.slice(end) }];
}

const normalize = (name: string) => name.trim().toLowerCase();

/** Whether the character before the cursor would touch the first word. */
function needsSpace(editor: Editor): boolean {
  if (!editor.selection) return false;
  const before = Editor.before(editor, editor.selection.anchor);
  if (!before || before.path[0] !== editor.selection.anchor.path[0]) return false;
  const touching = Editor.string(editor, { anchor: before, focus: editor.selection.anchor });
  return /\S$/u.test(touching);
}

import { Editor, Range, Text, Transforms, type BaseRange } from 'slate';
import { isMention, type MentionElement } from '#tab/features/chat/composer/editor/document.ts';

/** `@` lists what can be mentioned, `/` lists prompts and tasks as well. */
export type PickerTrigger = '@' | '/';

/** An @ or a slash that is being typed: the text after it, and the range that the choice replaces. */
export interface PickerQuery {
  trigger: PickerTrigger;
  text: string;
  range: BaseRange;
}

/** Makes mentions inline void elements. */
export function withMentions<E extends Editor>(editor: E): E {
  const { isInline, isVoid, markableVoid } = editor;
  editor.isInline = (element) => isMention(element) || isInline(element);
  editor.isVoid = (element) => isMention(element) || isVoid(element);
  editor.markableVoid = (element) => isMention(element) || markableVoid(element);
  return editor;
}

/** At the start of a word only. A second slash makes it a path, in which nothing is listed. */
const patterns: Record<PickerTrigger, RegExp> = {
  '@': /(?:^|\s)@([^@[\]\n]{0,60})$/u,
  '/': /(?:^|\s)\/((?:[^\s/][^/\n]{0,59})?)$/u,
};

/** Finds an @ or a slash before the caret, at the start of a line or after a space. */
export function findPickerQuery(editor: Editor, triggers: readonly PickerTrigger[]): PickerQuery | null {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return null;
  const [node, path] = Editor.node(editor, selection.anchor);
  if (!Text.isText(node)) return null;
  const before = node.text.slice(0, selection.anchor.offset);
  for (const trigger of triggers) {
    const text = patterns[trigger].exec(before)?.[1];
    if (text === undefined) continue;
    const anchor = { path, offset: before.length - text.length - trigger.length };
    return { trigger, text, range: { anchor, focus: selection.anchor } };
  }
  return null;
}

/** Removes what was typed to find a choice. */
export function removeQuery(editor: Editor, range: BaseRange): void {
  Transforms.select(editor, range);
  Transforms.delete(editor);
}

/** Replaces the typed text with a mention and a space. */
export function insertMention(editor: Editor, name: string, range: BaseRange): void {
  const mention: MentionElement = { type: 'mention', name, children: [{ text: '' }] };
  removeQuery(editor, range);
  Transforms.insertNodes(editor, mention);
  Transforms.move(editor);
  Transforms.insertText(editor, ' ');
}

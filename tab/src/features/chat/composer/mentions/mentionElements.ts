import { Editor, Range, Text, Transforms, type BaseRange } from 'slate';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import { isMention, type MentionElement } from '#tab/features/chat/composer/editor/document.ts';

/** The sections of the picker, in display order. */
const pickerSections = ['AVA-provided', 'Connected Data', 'Knowledge Search'] as const;
export type PickerSection = (typeof pickerSections)[number];

/** An @ that is being typed: the text after it, and the range that the chosen mention replaces. */
export interface MentionQuery {
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

/** Finds an @ before the caret, at the start of a line or after a space. */
export function findMentionQuery(editor: Editor): MentionQuery | null {
  const { selection } = editor;
  if (!selection || !Range.isCollapsed(selection)) return null;
  const [node, path] = Editor.node(editor, selection.anchor);
  if (!Text.isText(node)) return null;
  const before = node.text.slice(0, selection.anchor.offset);
  const match = /(?:^|\s)@([^@[\]\n]{0,60})$/u.exec(before);
  if (!match) return null;
  const anchor = { path, offset: before.lastIndexOf('@') };
  return { text: match[1]!, range: { anchor, focus: selection.anchor } };
}

/** Replaces the typed text with a mention and a space. */
export function insertMention(editor: Editor, name: string, range: BaseRange): void {
  const mention: MentionElement = { type: 'mention', name, children: [{ text: '' }] };
  Transforms.select(editor, range);
  Transforms.delete(editor);
  Transforms.insertNodes(editor, mention);
  Transforms.move(editor);
  Transforms.insertText(editor, ' ');
}

/** Groups whose name contains the typed text, in their sections. Empty sections are left out. */
export function getPickerSections(
  groups: readonly MentionGroup[],
  typed: string,
): { section: PickerSection; groups: MentionGroup[] }[] {
  const search = typed.trim().toLowerCase();
  const fitting = groups.filter((group) => group.group_name.toLowerCase().includes(search));
  return pickerSections
    .map((section) => ({ section, groups: fitting.filter((group) => getSection(group) === section) }))
    .filter((part) => part.groups.length > 0);
}

function getSection(group: MentionGroup): PickerSection {
  return pickerSections.find((section) => section === group.section) ?? pickerSections[0];
}

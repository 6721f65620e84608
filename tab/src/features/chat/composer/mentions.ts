import { Editor, Range, Text, Transforms, type BaseRange } from 'slate';
import type { MentionGroup } from '../chat.state.ts';
import { isMention, type MentionElement } from './document.ts';

/** The sections of the picker, in their order; the first carries the product's own name. */
export const pickerSections = ['AVA-provided', 'Connected Data', 'Knowledge Search'] as const;
export type PickerSection = (typeof pickerSections)[number];

/** An @ that a person is writing: what stands after it, and where, so that a choice replaces it. */
export interface MentionQuery {
  text: string;
  range: BaseRange;
}

/** Makes mentions inline things without text of their own. */
export function withMentions<E extends Editor>(editor: E): E {
  const { isInline, isVoid, markableVoid } = editor;
  editor.isInline = (element) => isMention(element) || isInline(element);
  editor.isVoid = (element) => isMention(element) || isVoid(element);
  editor.markableVoid = (element) => isMention(element) || markableVoid(element);
  return editor;
}

/** The @ before the caret, at the beginning of a line or after a space; `null` where there is none. */
export function mentionQuery(editor: Editor): MentionQuery | null {
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

/** Puts a mention in place of what was typed for it, and a space after it to write on. */
export function insertMention(editor: Editor, name: string, range: BaseRange): void {
  const mention: MentionElement = { type: 'mention', name, children: [{ text: '' }] };
  Transforms.select(editor, range);
  Transforms.delete(editor);
  Transforms.insertNodes(editor, mention);
  Transforms.move(editor);
  Transforms.insertText(editor, ' ');
}

/** The groups that fit what is typed, by section and in the order the organisation gives; empty sections are left out. */
export function pickerList(
  groups: readonly MentionGroup[],
  typed: string,
): { section: PickerSection; groups: MentionGroup[] }[] {
  const words = typed.trim().toLowerCase();
  const fitting = groups.filter((group) => group.group_name.toLowerCase().includes(words));
  return pickerSections
    .map((section) => ({ section, groups: fitting.filter((group) => sectionOf(group) === section) }))
    .filter((part) => part.groups.length > 0);
}

function sectionOf(group: MentionGroup): PickerSection {
  return pickerSections.find((section) => section === group.section) ?? pickerSections[0];
}

import { Node, type Descendant } from 'slate';
import { z } from 'zod';
import type { NotesElement, NotesText } from '#tab/features/workspace/notes/notesDocument.ts';

/** Only the prompts of tasks have formats. */
export interface TextNode {
  text: string;
  bold?: true;
  italic?: true;
  underline?: true;
}

/** A mentioned group. An inline void element: the caret skips it and Backspace removes it as a whole. */
export interface MentionElement {
  type: 'mention';
  name: string;
  children: TextNode[];
}

/** One line of the message. */
export interface ParagraphElement {
  type: 'paragraph';
  children: (TextNode | MentionElement)[];
}

/** A list in the prompt of a task. */
export interface PromptListElement {
  type: 'bulleted-list' | 'numbered-list';
  children: PromptItemElement[];
}

export interface PromptItemElement {
  type: 'list-item';
  children: (TextNode | MentionElement)[];
}

declare module 'slate' {
  interface CustomTypes {
    Element: ParagraphElement | MentionElement | PromptListElement | PromptItemElement | NotesElement;
    Text: TextNode | NotesText;
  }
}

const Text = z.object({ text: z.string() });
const Mention = z.object({ type: z.literal('mention'), name: z.string(), children: z.array(Text).min(1) });
const Paragraph = z.object({ type: z.literal('paragraph'), children: z.array(z.union([Mention, Text])).min(1) });

/** Schema of a draft in browser storage. */
export const StoredDocument = z.array(Paragraph).min(1);

export function emptyDocument(): Descendant[] {
  return [{ type: 'paragraph', children: [{ text: '' }] }];
}

/** Converts plain text to a document with one paragraph per line. */
export function toDocument(text: string): Descendant[] {
  return text.split(/\r\n|\r|\n/).map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/** Appends text below a document; an empty document is replaced. */
export function appendText(document: Descendant[], text: string): Descendant[] {
  return isEmptyDocument(document) ? toDocument(text) : [...document, ...toDocument(text)];
}

export function isMention(node: unknown): node is MentionElement {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'mention';
}

/** Whether a document has no text, not even a space, and no mention. */
export function isEmptyDocument(document: Descendant[]): boolean {
  return document.length <= 1 && document.every((node) => Node.string(node) === '' && !hasMention(node));
}

function hasMention(node: Descendant): boolean {
  return 'children' in node && node.children.some(isMention);
}

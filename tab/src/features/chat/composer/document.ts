import { Node, type Descendant } from 'slate';
import { z } from 'zod';

export interface TextNode {
  text: string;
}

/** A group named with @. It is one thing in the text: the caret steps over it and Backspace removes it whole. */
export interface MentionElement {
  type: 'mention';
  name: string;
  children: TextNode[];
}

/** One line as a person breaks lines. */
export interface ParagraphElement {
  type: 'paragraph';
  children: (TextNode | MentionElement)[];
}

declare module 'slate' {
  interface CustomTypes {
    Element: ParagraphElement | MentionElement;
    Text: TextNode;
  }
}

const Text = z.object({ text: z.string() });
const Mention = z.object({ type: z.literal('mention'), name: z.string(), children: z.array(Text).min(1) });
const Paragraph = z.object({ type: z.literal('paragraph'), children: z.array(z.union([Mention, Text])).min(1) });

/** A draft as browser storage gives it back. */
export const StoredDocument = z.array(Paragraph).min(1);

export function emptyDocument(): Descendant[] {
  return [{ type: 'paragraph', children: [{ text: '' }] }];
}

/** A document of plain text, one paragraph a line. */
export function documentOf(text: string): Descendant[] {
  return text.split(/\r\n|\r|\n/).map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/** A document with a text added under it; an empty one is replaced. */
export function withTextAdded(document: Descendant[], text: string): Descendant[] {
  return isEmptyDocument(document) ? documentOf(text) : [...document, ...documentOf(text)];
}

export function isMention(node: unknown): node is MentionElement {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'mention';
}

/** Whether there is nothing in it, not even a space or a mention. */
export function isEmptyDocument(document: Descendant[]): boolean {
  return document.length <= 1 && document.every((node) => Node.string(node) === '' && !hasMention(node));
}

function hasMention(node: Descendant): boolean {
  return 'children' in node && node.children.some(isMention);
}

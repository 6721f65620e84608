import { type Descendant } from 'slate';
import { bracketMention, parseLeadingMention, takeLeadingMentions } from '#tab/features/chat/mentions/mention.rules.ts';
import { addQuote, type Quote } from '#tab/features/chat/quoting/quote.rules.ts';
import { isMention } from './editor/document.ts';

/** The text to send and the mentioned groups, in text order. */
export interface Output {
  text: string;
  mentions: string[];
}

/**
 * Converts a document to text: one line per paragraph, mentions as `[Name]`. A leading `@name` of an existing group
 * becomes `[name]`; an unknown name stays as typed and is answered with an error. A quote stands before the question.
 */
export function toOutput(
  document: readonly Descendant[],
  groupNames: readonly string[] = [],
  quote: Quote | null = null,
): Output {
  const names: string[] = [];
  const text = document
    .map((node) => toLine(node, names))
    .join('\n')
    .trim();
  const leading = parseLeadingMention(text, groupNames);
  const mentions = leading.name === 'valid' ? [leading.group, ...names] : names;
  return {
    text: quote ? withQuote(text, groupNames, quote) : bracketMention(text, groupNames),
    mentions: [...new Set(mentions)],
  };
}

function withQuote(text: string, groupNames: readonly string[], quote: Quote): string {
  const { mentioned, rest } = takeLeadingMentions(text, groupNames);
  return addQuote(mentioned.map((name) => `[${name}]`).join(' '), quote.text, rest);
}

function toLine(node: Descendant, names: string[]): string {
  if ('text' in node) return node.text;
  if (isMention(node)) {
    names.push(node.name);
    return `[${node.name}]`;
  }
  return node.children.map((child) => toLine(child, names)).join('');
}

import { type Descendant } from 'slate';
import { bracketMention, leadingMention } from '../chat.rules.ts';
import { isMention } from './document.ts';

/** What a document says: the text that is sent, and the groups it names, in the order of the text. */
export interface Output {
  text: string;
  mentions: string[];
}

/**
 * The text of a document: a line a paragraph, a mention as `[Name]`. A leading `@name` of a group that exists becomes a
 * bracketed mention too; one of no group stays as it was typed, for the sentence that answers it.
 */
export function toOutput(document: readonly Descendant[], groupNames: readonly string[] = []): Output {
  const named: string[] = [];
  const text = document
    .map((node) => lineOf(node, named))
    .join('\n')
    .trim();
  const leading = leadingMention(text, groupNames);
  const mentions = leading.name === 'valid' ? [leading.group, ...named] : named;
  return { text: bracketMention(text, groupNames), mentions: [...new Set(mentions)] };
}

function lineOf(node: Descendant, named: string[]): string {
  if ('text' in node) return node.text;
  if (isMention(node)) {
    named.push(node.name);
    return `[${node.name}]`;
  }
  return node.children.map((child) => lineOf(child, named)).join('');
}

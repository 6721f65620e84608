/** Conversions of the rich text of prompts and descriptions, shared by the tab, which shows it, and the API, which sends it. */

interface RichNode {
  type?: unknown;
  text?: unknown;
  name?: unknown;
  children?: unknown;
}

/** Deeper nodes are ignored: the editor nests lists a few levels deep. */
const MAX_DEPTH = 24;

/** The text of a prompt and the names of the groups that it mentions. */
export interface PromptText {
  text: string;
  mentions: string[];
}

/** Converts a rich text to what a model reads: one line per paragraph, mentions as `[Name]`. Plain text stays as it is. */
export function toPromptText(richText: string): PromptText {
  const document = parseDocument(richText);
  if (document === null) return { text: richText.trim(), mentions: [] };
  const mentions: string[] = [];
  const text = document
    .map((node) => toText(node, mentions, 0))
    .join('\n')
    .trim();
  return { text, mentions: [...new Set(mentions)] };
}

/** Converts plain text to a rich text: one paragraph per line. */
export function toRichText(text: string): string {
  return JSON.stringify(text.split(/\r\n|\r|\n/).map((line) => ({ type: 'paragraph', children: [{ text: line }] })));
}

function parseDocument(richText: string): RichNode[] | null {
  if (!richText.startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(richText);
    return Array.isArray(value) && value.length > 0 && value.every(isNode) ? value : null;
  } catch {
    return null;
  }
}

function isNode(value: unknown): value is RichNode {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && ('text' in value || 'children' in value)
  );
}

function toText(node: RichNode, mentions: string[], depth: number): string {
  if (typeof node.text === 'string') return node.text;
  if (node.type === 'mention' && typeof node.name === 'string') {
    mentions.push(node.name);
    return `[${node.name}]`;
  }
  if (depth >= MAX_DEPTH || !Array.isArray(node.children)) return '';
  const children = node.children.filter(isNode);
  const isInline = children.every((child) => 'text' in child || child.type === 'mention' || child.type === 'link');
  const parts = children.map((child) => toText(child, mentions, depth + 1));
  if (node.type === 'list-item') return `- ${parts.join(isInline ? '' : '\n')}`;
  return parts.join(isInline ? '' : '\n');
}

/**
 * A hash of 64 bits as 16 hexadecimal digits (FNV-1a, twice with different starts). It tells whether a text changed; it
 * protects nothing. Synchronous, because the tab compares all steps on each change.
 */
export function hashText(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x01000193);
  }
  return [low, high].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

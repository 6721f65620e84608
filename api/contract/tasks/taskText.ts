/** Conversions of the rich text of prompts and descriptions, shared by the tab, which shows it, and the API, which sends it. */

interface RichNode {
  type?: unknown;
  text?: unknown;
  name?: unknown;
  children?: unknown;
}

/** Deeper nodes are ignored: the editor nests lists a few levels deep. */
const MAX_DEPTH = 24;
/** Signs of one text that can begin a typed mention; each is compared with all names. */
const MAX_AT_SIGNS = 100;

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

/**
 * Makes mentions of names that were typed after an @: `@Finance` counts like the same name picked from the list. Returns
 * the same text if it has none.
 */
export function linkTypedMentions(richText: string, names: readonly string[]): string {
  if (names.length === 0 || !richText.includes('@')) return richText;
  const document = parseDocument(richText) ?? parseDocument(toRichText(richText)) ?? [];
  // Otherwise `@Finance Board` would match the group Finance.
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const linked = document.flatMap((node) => linkNode(node, longestFirst, 0));
  const text = JSON.stringify(linked);
  return text === JSON.stringify(document) ? richText : text;
}

function linkNode(node: RichNode, names: readonly string[], depth: number): RichNode[] {
  if (typeof node.text === 'string') return linkText(node, node.text, names);
  if (node.type === 'mention' || depth >= MAX_DEPTH || !Array.isArray(node.children)) return [node];
  return [
    { ...node, children: node.children.flatMap((child) => (isNode(child) ? linkNode(child, names, depth + 1) : [])) },
  ];
}

/** Splits a text at its typed mentions. The parts keep its format. */
function linkText(node: RichNode, text: string, names: readonly string[]): RichNode[] {
  const parts: RichNode[] = [];
  let start = 0;
  let signs = 0;
  for (let at = text.indexOf('@'); at >= 0 && signs < MAX_AT_SIGNS; at = text.indexOf('@', at + 1)) {
    if (at > 0 && !/\s/.test(text.charAt(at - 1))) continue;
    signs += 1;
    const rest = text.slice(at + 1);
    const name = names.find((candidate) => startsWithName(rest, candidate));
    if (name === undefined) continue;
    parts.push({ ...node, text: text.slice(start, at) }, { type: 'mention', name, children: [{ text: '' }] });
    start = at + 1 + name.length;
  }
  return parts.length === 0 ? [node] : [...parts, { ...node, text: text.slice(start) }];
}

function startsWithName(text: string, name: string): boolean {
  if (text.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return false;
  return !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
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

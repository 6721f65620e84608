/** HTML tags that mean something in an answer. They have no attributes; every other tag is text. */
const meanings = {
  br: 'break',
  sub: 'subscript',
  sup: 'superscript',
  u: 'underline',
  ins: 'underline',
  b: 'strong',
  strong: 'strong',
  i: 'emphasis',
  em: 'emphasis',
  s: 'delete',
  del: 'delete',
  strike: 'delete',
  code: 'inlineCode',
  kbd: 'inlineCode',
} as const;

/** The HTML element of each meaning. */
export const elements: Readonly<Record<Tag['meaning'], string>> = {
  break: 'br',
  subscript: 'sub',
  superscript: 'sup',
  underline: 'u',
  strong: 'b',
  emphasis: 'i',
  delete: 's',
  inlineCode: 'code',
};

export interface Tag {
  name: keyof typeof meanings;
  meaning: (typeof meanings)[keyof typeof meanings];
  closes: boolean;
}

const TAG = /^<(\/?)([a-z]{1,6})\s{0,9}\/?>$/i;

/** Reads a whole tag; null for everything that is shown as text. */
export function parseTag(html: string): Tag | null {
  const match = TAG.exec(html);
  const name = match?.[2]?.toLowerCase() ?? '';
  if (!match || !Object.hasOwn(meanings, name)) return null;
  return { name: name as Tag['name'], meaning: meanings[name as Tag['name']], closes: match[1] === '/' };
}

/** A text without the tags that mean something, for readers who hear or search it. */
export function removeTags(text: string): string {
  return text.replace(/<\/?[a-z]{1,6}\s{0,9}\/?>/gi, (source) => {
    const tag = parseTag(source);
    return tag === null ? source : tag.meaning === 'break' ? ' ' : '';
  });
}

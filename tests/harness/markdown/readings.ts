export type Surface = 'screen' | 'copy' | 'mail' | 'slides' | 'teams' | 'text' | 'word' | 'pdf';

/** A piece of text and its marks, such as bold. The end of a line is a segment without marks. */
export interface Segment {
  text: string;
  marks: string;
}

/** The part of an HTML element that a reading needs, for all parsers. */
export interface HtmlNode {
  name: string;
  text?: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly HtmlNode[];
}

const marks: Readonly<Record<string, string>> = {
  strong: 'b',
  b: 'b',
  em: 'i',
  i: 'i',
  del: 's',
  s: 's',
  u: 'u',
  sub: 'low',
  sup: 'high',
  code: 'code',
  a: 'a',
};
const blocks = new Set('p h1 h2 h3 h4 h5 h6 li td th div pre blockquote ul ol table tr'.split(' '));
const MONOSPACED = /Consolas|monospace/i;

/** The lines of a tree with their marks, as `dialectCases.ts` writes them. */
export function readHtml(root: HtmlNode): string {
  const segments: Segment[] = [];
  const visit = (node: HtmlNode, outer: string) => {
    if (node.text !== undefined) return void segments.push({ text: node.text.replace(/\s+/g, ' '), marks: outer });
    if (node.name === 'button' || node.name === 'style') return;
    const isBlock = blocks.has(node.name);
    const mark = MONOSPACED.test(node.attributes['style'] ?? '') ? 'code' : (marks[node.name] ?? '');
    if (isBlock || node.name === 'br') segments.push({ text: '\n', marks: '' });
    const tex = node.attributes['data-tex'];
    if (tex !== undefined) segments.push({ text: tex, marks: 'code' });
    else
      for (const child of node.children) visit(child, outer === mark || outer.includes('code') ? outer : outer + mark);
    if (isBlock) segments.push({ text: '\n', marks: '' });
  };
  visit(root, '');
  return printSegments(segments);
}

export function printSegments(segments: readonly Segment[]): string {
  const joined: Segment[] = [];
  for (const { text, marks: own } of segments) {
    const sorted = own.length > 1 && /^[bisu]+$/.test(own) ? [...own].toSorted().join('') : own;
    const last = joined.at(-1);
    if (last && last.marks === sorted) last.text += text;
    else joined.push({ text, marks: sorted });
  }
  const printed = joined.map(({ text, marks: own }) =>
    own === '' ? text : text.trim() === '' ? text : text.replace(/[^\n]+/g, (line) => `{${own}:${line.trim()}}`),
  );
  const lines = printed.join('').replace(/[\u00a0\u200b]/g, (character) => (character === '\u200b' ? '' : ' '));
  return lines
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A reading without its marks. */
export function withoutMarks(reading: string): string {
  return reading.replace(/\{(?:[bisu]+|low|high|code|a):([^\n]*?)\}(?!\})/g, '$1');
}

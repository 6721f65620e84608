import { getText, type TreeNode } from '#tab/features/chat/markdown/markdownTree.ts';
import { readingTexts } from './reading.texts.ts';

/** Chrome stops after about fifteen seconds of one utterance, so a text is read in short pieces. */
const MAX_PIECE_CHARACTERS = 200;
const CITATION = /\s{0,3}\[\d{1,4}\]/g;
const blocks = new Set(['p', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'blockquote']);
const cells = new Set(['td', 'th']);

/**
 * The text of an answer for reading aloud, in pieces: sentences without markup and citations. Code is only mentioned.
 */
export function toSpeech(nodes: readonly TreeNode[]): string[] {
  const lines = nodes.map(toLines).join('\n').replaceAll(CITATION, '').split('\n');
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .flatMap(splitLine);
}

function toLines(node: TreeNode): string {
  if (node.tagName === 'pre') return `\n${readingTexts.code}\n`;
  if (node.children === undefined) return getText(node).replace(/\s+/g, ' ');
  const text = node.children.map(toLines).join('');
  if (blocks.has(node.tagName ?? '')) return `\n${text}\n`;
  return cells.has(node.tagName ?? '') ? `${text}, ` : text;
}

function splitLine(line: string): string[] {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)];
  return sentences.flatMap(({ segment }) => splitSentence(segment.trim())).filter(Boolean);
}

/** Splits a long sentence between words. */
function splitSentence(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_PIECE_CHARACTERS) {
    const space = rest.lastIndexOf(' ', MAX_PIECE_CHARACTERS);
    const end = space > 0 ? space : MAX_PIECE_CHARACTERS;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest];
}

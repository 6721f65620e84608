import type { Finder } from './finder.ts';
import { findAll, type TextItem } from './findText.rules.ts';

const FOUND = 'ava-found';
const CURRENT = 'ava-found-current';

/** Colors of matches; the documents that are drawn in their own tree need them there, too. */
export const highlightStyles = `
  ::highlight(${FOUND}) { background-color: #ffe58f; color: #1a1a1a; }
  ::highlight(${CURRENT}) { background-color: #f7a600; color: #000; text-decoration: underline; }
`;

/** The text nodes of a document in order. */
export function listTextNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('style, script') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

const BLOCKS = 'p, li, td, th, tr, div, section, article, h1, h2, h3, h4, h5, h6, pre, blockquote';

const blockOf = (node: Text) => node.parentElement?.closest(BLOCKS) ?? null;

export function toItems(nodes: readonly Text[]): TextItem[] {
  const blocks = nodes.map(blockOf);
  return nodes.map((node, index) => ({
    text: node.data,
    isBreak: blocks[index] !== blocks[index + 1] || nodes[index + 1]?.previousSibling?.nodeName === 'BR',
  }));
}

function toRanges(root: Node, term: string): Range[] {
  const nodes = listTextNodes(root);
  return findAll(toItems(nodes), term).map(({ from, to }) => {
    const range = document.createRange();
    range.setStart(nodes[from.item]!, from.index);
    range.setEnd(nodes[to.item]!, Math.min(to.index, nodes[to.item]!.length));
    return range;
  });
}

function highlight(name: string, ranges: Range[]): void {
  // Without the browser's highlights, the view still scrolls to the match.
  if (!globalThis.CSS?.highlights) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Searches the text on screen. Matches are marked without a change to the document.
 * @param prepare draws what is not drawn yet
 */
export function createDomFinder(getRoot: () => Node | null, prepare = async (): Promise<void> => undefined): Finder {
  let ranges: Range[] = [];
  return {
    async find(term, signal) {
      await prepare();
      const root = getRoot();
      if (signal.aborted || !root) return 0;
      ranges = toRanges(root, term);
      highlight(CURRENT, []);
      highlight(FOUND, ranges);
      return ranges.length;
    },
    show(index) {
      const range = ranges[index];
      if (!range) return;
      highlight(CURRENT, [range]);
      const element = range.startContainer.parentElement;
      element?.scrollIntoView({ block: 'center', inline: 'nearest' });
    },
    clear() {
      ranges = [];
      highlight(FOUND, []);
      highlight(CURRENT, []);
    },
  };
}

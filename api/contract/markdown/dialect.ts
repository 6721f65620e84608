import type { Nodes, Parent, PhrasingContent, Root } from 'mdast';
import type { Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { attention } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { widenFlanking } from './emphasis.ts';
import { formulas } from './formulas.ts';
import { elements, parseTag, type Tag } from './htmlTags.ts';

/**
 * The Markdown of AVA, as `docs/markdown.md` describes it: syntax for micromark and converters for mdast. All surfaces that
 * parse Markdown use both.
 */
type Extension = NonNullable<Options['extensions']>[number];
type Converter = Exclude<NonNullable<Options['mdastExtensions']>[number], readonly unknown[]>;
type Construct = typeof attention;
type Run = ReturnType<Parameters<Construct['tokenize']>[0]['exit']>;

declare module 'mdast' {
  interface TagNode extends Parent {
    type: 'subscript' | 'superscript' | 'underline';
    children: PhrasingContent[];
  }
  interface PhrasingContentMap {
    tagNode: TagNode;
  }
  interface RootContentMap {
    tagNode: TagNode;
  }
}

const STAR = 42;
const TILDE = 126;
/** How deep tags can be nested. A tag that is nested deeper is text. */
const MAX_OPEN_TAGS = 8;

const standard = gfm({ singleTilde: false });
const strikethrough = [standard.text?.[TILDE] ?? []].flat() as Construct[];

export const dialect: { syntax: Extension[]; converters: Converter[] } = {
  syntax: [
    standard,
    { text: { [STAR]: widen(attention), [TILDE]: strikethrough.map(widen) } },
    math({ singleDollarTextMath: false }),
    formulas as Extension,
    // A line that starts with a tag is a paragraph like any other.
    { disable: { null: ['htmlFlow'] } },
  ],
  converters: [...gfmFromMarkdown(), mathFromMarkdown(), { transforms: [readTagsAndLines] }],
};

/** Lets stars and tildes open and close emphasis where CommonMark does not. */
function widen(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = toCharacter(this.previous);
      let run: Run | undefined;
      const exit: typeof effects.exit = (type) => (run = effects.exit(type));
      return construct.tokenize.call(
        this,
        { ...effects, exit },
        (code) => {
          if (run) {
            const wider = widenFlanking(before, toCharacter(code), run.end.offset - run.start.offset);
            run._open ||= wider.opens;
            run._close ||= wider.closes;
          }
          return ok(code);
        },
        nok,
      );
    },
  };
}

/** Codes below 0 are line ends and tabs. */
const toCharacter = (code: number | null) => (code === null ? '' : code < 0 ? ' ' : String.fromCharCode(code));

/** Turns tags into nodes, everything else in angle brackets into text, and line ends into breaks. Does not recurse. */
function readTagsAndLines(root: Root): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!('children' in node)) continue;
    const parent: Parent = node;
    parent.children = readLines(readTags(parent.children)) as typeof parent.children;
    for (const child of parent.children) pending.push(child);
  }
}

/** Pairs the tags among the children of one node. A tag without its partner is text. */
function readTags(nodes: Nodes[]): Nodes[] {
  if (!nodes.some(({ type }) => type === 'html')) return nodes;
  const found: Nodes[] = [];
  const open: { name: Tag['name']; index: number }[] = [];
  for (const node of nodes) {
    const tag = node.type === 'html' ? parseTag(node.value) : null;
    const opening = tag?.closes === true ? open.findLastIndex(({ name }) => name === tag.name) : -1;
    if (tag?.meaning === 'break') found.push({ type: 'break' });
    else if (tag && opening >= 0) {
      const [, ...children] = found.splice(open[opening]?.index ?? 0);
      open.length = opening;
      found.push(createNode(tag.meaning, children as PhrasingContent[]));
    } else {
      if (tag?.closes === false && open.length < MAX_OPEN_TAGS) open.push({ name: tag.name, index: found.length });
      found.push(node.type === 'html' ? { ...node, type: 'text' } : node);
    }
  }
  return found;
}

function createNode(meaning: Exclude<Tag['meaning'], 'break'>, children: PhrasingContent[]): Nodes {
  if (meaning === 'inlineCode') return { type: 'inlineCode', value: children.map(getText).join('') };
  if (meaning === 'strong' || meaning === 'emphasis' || meaning === 'delete') return { type: meaning, children };
  // mdast has no such nodes. `hName` is the HTML element that they are written as.
  return { type: meaning, children, data: { hName: elements[meaning] } as object };
}

function getText(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return ' ';
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return 'children' in node ? node.children.map(getText).join('') : '';
}

/** Joins texts beside each other, and makes a break of each line end in them, as in an address or a signature. */
function readLines(nodes: Nodes[]): Nodes[] {
  const joined: Nodes[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') {
      const position = last.position && node.position && { start: last.position.start, end: node.position.end };
      joined[joined.length - 1] = { type: 'text', value: last.value + node.value, ...(position ? { position } : {}) };
    } else joined.push(node);
  }
  return joined.flatMap((node) =>
    node.type === 'text' && node.value.includes('\n') ? splitLines(node.value) : [node],
  );
}

function splitLines(text: string): Nodes[] {
  return text
    .split('\n')
    .flatMap((line, index): Nodes[] => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ]);
}

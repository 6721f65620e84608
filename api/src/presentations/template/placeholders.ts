import type { Element } from '@xmldom/xmldom';
import { findChild, findPath, listChildren, readNumber } from '#api/ooxml/xml.ts';

/** Position and size in EMU. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a paragraph of one level looks, from the layout, the master and the presentation. */
export interface LevelStyle {
  /** Points. */
  size: number;
  bullet: boolean;
  /** EMU. */
  margin: number;
  indent: number;
  /** Share of the font's own line height. */
  lineSpacing: number;
  /** Points. */
  spaceBefore: number;
  capitals: boolean;
}

export interface Placeholder {
  name: string;
  /** `title`, `ctrTitle`, `subTitle`, `body`, `obj`, `tbl`, `pic`, `sldNum` and others of ECMA-376, 19.7.10. */
  type: string;
  index: string;
  box: Box;
  levels: LevelStyle[];
  /** Space inside the box in EMU. */
  insets: { left: number; top: number; right: number; bottom: number };
  vertical: boolean;
  /** Text that the layout itself shows, such as a footer. */
  text: string;
  /** Whether the layout has no such placeholder, so that a slide gets a text box in its place. */
  isTextBox?: true;
}

/** What layouts inherit from. */
export interface MasterStyles {
  root: Element | null;
  /** Text style of the presentation. */
  defaults: Element | null;
  width: number;
  height: number;
}

const TITLES = new Set(['title', 'ctrTitle']);
const LEVELS = 9;
const DEFAULT_INSET = { x: 91_440, y: 45_720 };
const EMU_PER_POINT = 12_700;

export function readPlaceholders(tree: Element | null, master: MasterStyles): Placeholder[] {
  const masterShapes = listShapes(findPath(master.root, 'cSld', 'spTree'));
  return listShapes(tree).map(({ shape, type, index }) => {
    const parent = masterShapes.find((one) => one.type === toMasterType(type))?.shape ?? null;
    return {
      name: readName(shape),
      type,
      index,
      box: readBox(shape) ?? readBox(parent) ?? toDefaultBox(master),
      levels: readLevels(shape, parent, type, master),
      insets: readInsets(shape, parent),
      vertical: !['', 'horz'].includes(readBodyAttribute(shape, 'vert') || readBodyAttribute(parent, 'vert')),
      text: readText(shape),
    };
  });
}

interface FoundShape {
  shape: Element;
  type: string;
  index: string;
}

/** Shapes that are placeholders, also those in groups. */
function listShapes(tree: Element | null): FoundShape[] {
  return listChildren(tree).flatMap((shape) => {
    if (shape.localName === 'grpSp') return listShapes(shape);
    const properties = listChildren(shape).find(({ localName }) => /^nv\w+Pr$/.test(localName ?? '')) ?? null;
    const placeholder = findPath(properties, 'nvPr', 'ph');
    if (!placeholder) return [];
    return [{ shape, type: placeholder.getAttribute('type') || 'obj', index: placeholder.getAttribute('idx') || '0' }];
  });
}

function readName(shape: Element): string {
  const properties = listChildren(shape).find(({ localName }) => /^nv\w+Pr$/.test(localName ?? '')) ?? null;
  return findChild(properties, 'cNvPr')?.getAttribute('name')?.slice(0, 200) || 'Placeholder';
}

/** A master has one placeholder each for titles, for content and for each part of the footer. */
function toMasterType(type: string): string {
  if (TITLES.has(type)) return 'title';
  return ['dt', 'ftr', 'sldNum'].includes(type) ? type : 'body';
}

function readBox(shape: Element | null): Box | null {
  const transform = findPath(shape, 'spPr', 'xfrm') ?? findChild(shape, 'xfrm');
  const [offset, extent] = [findChild(transform, 'off'), findChild(transform, 'ext')];
  const [x, y] = [readNumber(offset, 'x'), readNumber(offset, 'y')];
  const [width, height] = [readNumber(extent, 'cx'), readNumber(extent, 'cy')];
  if (x === null || y === null || !width || !height) return null;
  return { x, y, width, height };
}

function toDefaultBox({ width, height }: Pick<MasterStyles, 'width' | 'height'>): Box {
  return { x: width * 0.07, y: height * 0.27, width: width * 0.86, height: height * 0.63 };
}

function readBodyAttribute(shape: Element | null, name: string): string {
  return findPath(shape, 'txBody', 'bodyPr')?.getAttribute(name) ?? '';
}

function readInsets(shape: Element, parent: Element | null): Placeholder['insets'] {
  const read = (name: string, fallback: number) =>
    readNumber(findPath(shape, 'txBody', 'bodyPr'), name) ??
    readNumber(findPath(parent, 'txBody', 'bodyPr'), name) ??
    fallback;
  return {
    left: read('lIns', DEFAULT_INSET.x),
    top: read('tIns', DEFAULT_INSET.y),
    right: read('rIns', DEFAULT_INSET.x),
    bottom: read('bIns', DEFAULT_INSET.y),
  };
}

function readText(shape: Element): string {
  const paragraphs = listChildren(findChild(shape, 'txBody'), 'p');
  return paragraphs
    .map((paragraph) =>
      listChildren(paragraph, 'r')
        .map((run) => findChild(run, 't')?.textContent ?? '')
        .join(''),
    )
    .join('\n')
    .trim()
    .slice(0, 500);
}

/** Styles of all levels: the layout's, then the master's placeholder, the master's text styles, the presentation's. */
function readLevels(shape: Element, parent: Element | null, type: string, master: MasterStyles): LevelStyle[] {
  const group = TITLES.has(type) ? 'titleStyle' : ['dt', 'ftr', 'sldNum'].includes(type) ? 'otherStyle' : 'bodyStyle';
  const sources = [
    findPath(shape, 'txBody', 'lstStyle'),
    findPath(parent, 'txBody', 'lstStyle'),
    findPath(master.root, 'txStyles', group),
    master.defaults,
  ];
  return Array.from({ length: LEVELS }, (_, level) => {
    const chain = sources.flatMap((source) => findChild(source, `lvl${level + 1}pPr`) ?? []);
    const runs = chain.flatMap((properties) => findChild(properties, 'defRPr') ?? []);
    const pick = (elements: readonly Element[], name: string) =>
      elements.map((element) => readNumber(element, name)).find((value) => value !== null) ?? null;
    const size = (pick(runs, 'sz') ?? 1_800) / 100;
    return {
      size,
      bullet: readBullet(chain),
      margin: pick(chain, 'marL') ?? 0,
      indent: pick(chain, 'indent') ?? 0,
      lineSpacing: readSpacing(chain, 'lnSpc', size)?.share ?? 1,
      spaceBefore: readSpacing(chain, 'spcBef', size)?.points ?? 0,
      capitals: runs.some((properties) => properties.getAttribute('cap') === 'all'),
    };
  });
}

function readBullet(chain: readonly Element[]): boolean {
  for (const properties of chain)
    for (const { localName } of listChildren(properties)) {
      if (localName === 'buNone') return false;
      if (localName === 'buChar' || localName === 'buAutoNum' || localName === 'buBlip') return true;
    }
  return false;
}

function readSpacing(
  chain: readonly Element[],
  name: string,
  size: number,
): { share: number; points: number } | undefined {
  for (const properties of chain) {
    const spacing = findChild(properties, name);
    const percent = readNumber(findChild(spacing, 'spcPct'), 'val');
    if (percent !== null) return { share: percent / 100_000, points: (percent / 100_000) * size };
    const points = readNumber(findChild(spacing, 'spcPts'), 'val');
    if (points !== null) return { share: points / 100 / (size * 1.2), points: points / 100 };
  }
  return undefined;
}

/** Points. */
const TEXT_BOX_SIZES = { title: 28, body: 18 };
const TITLE_BOX = { x: 0.07, y: 0.07, width: 0.86, height: 0.17 };

/** Text boxes for a title or text, if the layout has no placeholders for them. */
export function toTextBox(type: 'title' | 'body', size: Pick<MasterStyles, 'width' | 'height'>): Placeholder {
  const { width, height } = size;
  const { x, y, width: share, height: part } = TITLE_BOX;
  const level = { bullet: false, margin: 0, indent: 0, lineSpacing: 1, spaceBefore: type === 'title' ? 0 : 6 };
  return {
    name: type === 'title' ? 'Title' : 'Text',
    type,
    index: '0',
    box:
      type === 'title'
        ? { x: x * width, y: y * height, width: share * width, height: part * height }
        : toDefaultBox({ width, height }),
    levels: Array.from({ length: LEVELS }, () => ({ ...level, size: TEXT_BOX_SIZES[type], capitals: false })),
    insets: { left: DEFAULT_INSET.x, right: DEFAULT_INSET.x, top: DEFAULT_INSET.y, bottom: DEFAULT_INSET.y },
    vertical: false,
    text: '',
    isTextBox: true,
  };
}

/** Width and height for text in points. */
export function innerSize({ box, insets }: Pick<Placeholder, 'box' | 'insets'>): { width: number; height: number } {
  return {
    width: Math.max(1, box.width - insets.left - insets.right) / EMU_PER_POINT,
    height: Math.max(1, box.height - insets.top - insets.bottom) / EMU_PER_POINT,
  };
}

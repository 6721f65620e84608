import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { ImportedXmlComponent } from 'docx';
import katex from 'katex';

/** A longer formula is shown as its TeX. */
const MAX_CHARACTERS = 5_000;
const OPERATORS = /^[∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/;
const RELATIONS = /^[=≠<>≤≥≈≡≅∼∝→⇒⇔↔←⇐∈,;]$/;
const APPLICATION = '\u2061';
/** Function application and other invisible operators. */
const UNSEEN = /[\u2061-\u2064]/g;
const LINES: Readonly<Record<string, string>> = { '‾': 'bar', '¯': 'bar', _: 'bar', '⏞': 'brace', '⏟': 'brace' };
/** Maps the accents that KaTeX puts over letters to the combining characters that Word expects. */
const ACCENTS: Readonly<Record<string, string>> = {
  'ˉ': '\u0304', '^': '\u0302', '~': '\u0303', '˙': '\u0307', '¨': '\u0308', 'ˇ': '\u030c', '˘': '\u0306', '´': '\u0301',
  'ˊ': '\u0301', '`': '\u0300', 'ˋ': '\u0300', '⃗': '\u20d7', '→': '\u20d7', '˚': '\u030a',
}; // prettier-ignore
/** How MathML and Word name alphabets and weights. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'double-struck': 'double-struck', script: 'script', fraktur: 'fraktur', 'sans-serif': 'sans-serif', monospace: 'monospace',
}; // prettier-ignore
const STYLES: Readonly<Record<string, string>> = { normal: 'p', bold: 'b', italic: 'i', 'bold-italic': 'bi' };
const STRIKES: Readonly<Record<string, string>> = { updiagonalstrike: 'strikeBLTR', downdiagonalstrike: 'strikeTLBR' };

type Part = ImportedXmlComponent;
/** Elements with their contents: `m:f(m:num, m:den)`. */
const make = (name: string, children: readonly (Part | string)[] = [], attributes?: Record<string, string>): Part => {
  const part = new ImportedXmlComponent(`m:${name}`, attributes);
  for (const child of children) part.push(child);
  return part;
};
const set = (name: string, value: string) => make(name, [], { 'm:val': value });

/**
 * Makes an equation of Word (ISO/IEC 29500-1, 22.1) from TeX in the same way as on screen: KaTeX parses it and returns
 * MathML. Returns null for TeX that KaTeX refuses.
 */
export function toEquation(tex: string, isDisplayed: boolean): ImportedXmlComponent | null {
  if (tex.length > MAX_CHARACTERS) return null;
  try {
    // `trust` is set because KaTeX would otherwise drop the text of links. Their addresses are harmless, because only
    // texts are taken.
    const options = { output: 'mathml', displayMode: isDisplayed, strict: 'ignore', trust: true } as const;
    const html = katex.renderToString(tex, options);
    const start = html.indexOf('<math');
    const xml = html.slice(start, html.lastIndexOf('</math>') + '</math>'.length);
    const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement;
    const content = root && listElements(root)[0]?.firstChild;
    if (!content || content.textContent?.trim() === '' || xml.includes('<mglyph')) return null;
    const equation = make('oMath', toRow([content]));
    return isDisplayed ? make('oMathPara', [equation]) : equation;
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return null;
    throw error;
  }
}

const listElements = (node: Node) => [...node.childNodes].filter((child) => child.nodeType === 1) as Element[];
const getText = (node: Node) => (node.textContent ?? '').replace(UNSEEN, '');
const isSign = (node: Node | undefined): node is Element => node?.nodeName === 'mo';
const isFence = (node: Node | undefined) => isSign(node) && node.getAttribute('fence') === 'true';

/**
 * Converts neighboring elements. The elements after a sum, up to the next relation, are its operand; the element after
 * a function is its argument.
 */
function toRow(nodes: readonly Node[]): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as Element;
    const rest = nodes.slice(index + 1);
    const limits = findLimits(node);
    const relation = rest.findIndex((next) => isSign(next) && RELATIONS.test(getText(next)));
    const count = limits ? (relation < 0 ? rest.length : relation) : countArguments(node, rest);
    const operands = rest.slice(0, count);
    if (operands.length === 0) {
      let end = index;
      while (isPlain(nodes[end], nodes[end + 1])) end += 1;
      parts.push(...(end > index ? [toText(nodes.slice(index, end).map(getText).join(''))] : toParts(node)));
      index = Math.max(index, end - 1);
    } else if (limits) parts.push(toSum(node, limits, operands));
    else parts.push(make('func', [make('fName', toParts(node)), make('e', toRow(operands))]));
    index += operands.length;
  }
  return parts;
}

/** Whether an element is a letter, a number or a symbol that Word draws as it is, and not the name of a function. */
function isPlain(node: Node | undefined, next: Node | undefined): boolean {
  if (!node || !['mi', 'mn', 'mo'].includes(node.nodeName) || next?.textContent === APPLICATION) return false;
  if (findLimits(node as Element)) return false;
  return toRunProperties(node as Element, getText(node)).length === 0;
}

const toText = (text: string, properties: readonly Part[] = []): Part => {
  const content = make('t', [text], { 'xml:space': 'preserve' });
  return make('r', properties.length > 0 ? [make('rPr', properties), content] : [content]);
};

/**
 * Elements after the name of a function, such as `lim`, that belong to it: its argument and the operator before the
 * argument.
 */
function countArguments(node: Element, [next, argument]: readonly Node[]): number {
  const applies = (sign: Node | null | undefined) => sign?.textContent === APPLICATION;
  if (applies(next)) return argument ? 2 : 0;
  const [base] = listElements(node);
  return base?.nodeName === 'mrow' && applies(base.lastChild) && next ? 1 : 0;
}

const argument = (name: string, node: Node | undefined) => make(name, node ? toRow(listRow(node)) : []);
const listRow = (node: Node): Element[] =>
  node.nodeName === 'mrow' && !isDelimited(node) ? listElements(node) : [node as Element];

function isDelimited(node: Node): boolean {
  const [first, ...rest] = listElements(node);
  const last = rest.at(-1);
  return (isFence(first) || isFence(last)) && !rest.slice(0, -1).some(isFence);
}

/** The lower and upper limit of a large operator, each of which can be missing; null for all other elements. */
function findLimits(node: Element): (Element | undefined)[] | null {
  if (isSign(node) && OPERATORS.test(getText(node))) return [undefined, undefined];
  const [base, first, second] = listElements(node);
  if (!base || !OPERATORS.test(getText(base))) return null;
  if (['munderover', 'msubsup'].includes(node.nodeName)) return [first, second];
  if (['munder', 'msub'].includes(node.nodeName)) return [first, undefined];
  return ['mover', 'msup'].includes(node.nodeName) ? [undefined, first] : null;
}

function toSum(node: Element, [lower, upper]: (Element | undefined)[], operands: readonly Node[]): Part {
  const properties = make('naryPr', [
    set('chr', getText(listElements(node)[0] ?? node)),
    set('limLoc', node.nodeName.startsWith('mu') || node.nodeName === 'mover' ? 'undOvr' : 'subSup'),
    set('subHide', lower ? '0' : '1'),
    set('supHide', upper ? '0' : '1'),
  ]);
  return make('nary', [properties, argument('sub', lower), argument('sup', upper), make('e', toRow(operands))]);
}

function toParts(node: Element): Part[] {
  const children = listElements(node);
  const [first, second, third] = children;
  switch (node.nodeName) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return getText(node) === '' ? [] : [toText(getText(node), toRunProperties(node, getText(node)))];
    case 'mspace':
      return Number.parseFloat(node.getAttribute('width') ?? '') > 0.5 ? [toText('\u2003')] : [];
    case 'mfrac': {
      const isLineless = Number.parseFloat(node.getAttribute('linethickness') ?? '1') === 0;
      const properties = make('fPr', [set('type', isLineless ? 'noBar' : 'bar')]);
      return [make('f', [properties, argument('num', first), argument('den', second)])];
    }
    case 'msup':
      return [make('sSup', [argument('e', first), argument('sup', second)])];
    case 'msub':
      return [make('sSub', [argument('e', first), argument('sub', second)])];
    case 'msubsup':
      return [make('sSubSup', [argument('e', first), argument('sub', second), argument('sup', third)])];
    case 'munder':
    case 'mover':
      return [toMarked(node, first, second)];
    case 'munderover':
      return [make('limUpp', [make('e', [toLimit('limLow', first, second)]), argument('lim', third)])];
    case 'msqrt':
      return [make('rad', [make('radPr', [set('degHide', '1')]), make('deg'), make('e', toRow(children))])];
    case 'mroot':
      return [make('rad', [argument('deg', second), argument('e', first)])];
    case 'mtable':
      return [toMatrix(node)];
    case 'menclose':
      return [toBox(node)];
    case 'mphantom':
      return [make('phant', [make('phantPr', [set('show', '0')]), make('e', toRow(children))])];
    default:
      return node.nodeName === 'mrow' && isDelimited(node) ? [toDelimiter(children)] : toRow(children);
  }
}

/** Word sets letters in italics by default. */
function toRunProperties(node: Element, text: string): Part[] {
  const variant = node.getAttribute('mathvariant') ?? '';
  if (node.nodeName === 'mtext' && variant !== 'bold') return [make('nor')];
  if (SCRIPTS[variant]) return [set('scr', SCRIPTS[variant]), set('sty', 'p')];
  if (STYLES[variant]) return [set('sty', STYLES[variant])];
  return node.nodeName === 'mi' && [...text].length > 1 ? [set('sty', 'p')] : [];
}

const toLimit = (name: 'limLow' | 'limUpp', base: Element | undefined, limit: Element | undefined) =>
  make(name, [argument('e', base), argument('lim', limit)]);

/** An accent, a line or a brace above or below, or a limit. */
function toMarked(node: Element, base: Element | undefined, mark: Element | undefined): Part {
  const isAbove = node.nodeName === 'mover';
  const sign = isSign(mark) ? getText(mark) : '';
  const side = isAbove ? 'top' : 'bot';
  if (LINES[sign] === 'bar') return make('bar', [make('barPr', [set('pos', side)]), argument('e', base)]);
  if (LINES[sign] === 'brace') {
    const properties = make('groupChrPr', [set('chr', sign), set('pos', side), set('vertJc', isAbove ? 'bot' : 'top')]);
    return make('groupChr', [properties, argument('e', base)]);
  }
  if (isAbove && node.getAttribute('accent') === 'true' && [...sign].length === 1)
    return make('acc', [make('accPr', [set('chr', ACCENTS[sign] ?? sign)]), argument('e', base)]);
  return toLimit(isAbove ? 'limUpp' : 'limLow', base, mark);
}

function toDelimiter(children: readonly Element[]): Part {
  const [first, last] = [children[0], children.at(-1)];
  const inner = children.slice(isFence(first) ? 1 : 0, isFence(last) ? -1 : undefined);
  const properties = make('dPr', [
    set('begChr', isFence(first) ? getText(first as Element) : ''),
    set('endChr', isFence(last) ? getText(last as Element) : ''),
  ]);
  return make('d', [properties, make('e', toRow(inner))]);
}

function toMatrix(table: Element): Part {
  const rows = listElements(table).map(listElements);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const alignments = (table.getAttribute('columnalign') ?? '').split(' ');
  const list = Array.from({ length: columns }, (_, index) =>
    make('mc', [make('mcPr', [set('count', '1'), set('mcJc', alignments[index] || 'center')])]),
  );
  const cells = rows.map((row) =>
    make(
      'mr',
      Array.from({ length: columns }, (_, index) => make('e', row[index] ? toRow(listElements(row[index])) : [])),
    ),
  );
  return make('m', [make('mPr', [set('plcHide', '1'), make('mcs', list)]), ...cells]);
}

function toBox(node: Element): Part {
  const strikes = (node.getAttribute('notation') ?? '')
    .split(' ')
    .flatMap((name) => STRIKES[name] ?? [])
    .toSorted();
  const hidden = ['hideTop', 'hideBot', 'hideLeft', 'hideRight'];
  const properties = [...hidden, ...strikes].map((name) => set(name, '1'));
  const content = make('e', toRow(listElements(node)));
  return make('borderBox', strikes.length > 0 ? [make('borderBoxPr', properties), content] : [content]);
}

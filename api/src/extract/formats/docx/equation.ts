import { getAttribute } from '#api/extract/formats/office/xml.ts';

/** An element of an equation, with the texts of its children by their names. */
interface MathNode {
  name: string;
  children: { name: string; text: string }[];
  /** Properties such as the brackets of a delimiter. */
  properties: Map<string, string>;
}

/** Only a hostile file contains deeper equations. */
const MAX_DEPTH = 60;

/**
 * Reads one equation of Office Math (ISO/IEC 29500-1, 22.1) as LaTeX. An equation that is only text stays text. Receives the
 * elements inside `m:oMath`, in document order.
 */
export class EquationReader {
  private readonly stack: MathNode[] = [{ name: 'oMath', children: [], properties: new Map() }];
  private inText = false;
  /** Depth of elements that are too deep to be read. */
  private skipped = 0;
  /** Whether the equation was too deep to be read whole. */
  isCut = false;

  open(name: string, attributes: Record<string, string>): void {
    if (this.skipped > 0 || this.stack.length > MAX_DEPTH) {
      this.skipped += 1;
      this.isCut = true;
      return;
    }
    if (name === 't') this.inText = true;
    const value = getAttribute(attributes, 'val');
    const owner = this.stack.at(-2);
    // In `m:d > m:dPr > m:begChr`, the property belongs to `m:d`.
    if (owner && this.stack.at(-1)?.name.endsWith('Pr')) owner.properties.set(name, value ?? '');
    this.stack.push({ name, children: [], properties: new Map() });
  }

  text(text: string): void {
    if (this.inText && this.skipped === 0) this.stack.at(-1)?.children.push({ name: '', text });
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped -= 1;
      return;
    }
    if (name === 't') this.inText = false;
    const node = this.stack.pop();
    const parent = this.stack.at(-1);
    if (!node || !parent || node.name.endsWith('Pr')) return;
    parent.children.push({ name: node.name, text: toTex(node) });
  }

  finish(): string {
    const tex = joinAll(this.stack[0]!).trim();
    return /[\\^_{}]/.test(tex) ? `$${tex}$` : tex;
  }
}

const joinAll = ({ children }: MathNode) => children.map(({ text }) => text).join('');

function get(node: MathNode, name: string): string {
  return node.children
    .filter((child) => child.name === name)
    .map(({ text }) => text)
    .join('')
    .trim();
}

const SUMS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\bar',
  '\u0307': '\\dot',
  '\u20d7': '\\vec',
};

function toTex(node: MathNode): string {
  const base = () => group(get(node, 'e'));
  const script = (sign: '^' | '_', name: string) => (get(node, name) === '' ? '' : `${sign}{${get(node, name)}}`);
  switch (node.name) {
    case 'f':
      return node.properties.get('type') === 'lin'
        ? `${get(node, 'num')}/${get(node, 'den')}`
        : `\\frac{${get(node, 'num')}}{${get(node, 'den')}}`;
    case 'sSup':
      return base() + script('^', 'sup');
    case 'sSub':
      return base() + script('_', 'sub');
    case 'sSubSup':
      return base() + script('_', 'sub') + script('^', 'sup');
    case 'sPre':
      return `{}${script('_', 'sub')}${script('^', 'sup')}${base()}`;
    case 'rad': {
      const degree = get(node, 'deg');
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${get(node, 'e')}}`;
    }
    case 'nary': {
      const sign = node.properties.get('chr') ?? '∫';
      return `${SUMS[sign] ?? sign}${script('_', 'sub')}${script('^', 'sup')} ${get(node, 'e')}`;
    }
    case 'd': {
      const parts = node.children.filter(({ name }) => name === 'e').map(({ text }) => text);
      const [begin, end] = [node.properties.get('begChr') ?? '(', node.properties.get('endChr') ?? ')'];
      return begin + parts.join(node.properties.get('sepChr') ?? '|') + end;
    }
    case 'func':
      return `${get(node, 'fName')} ${get(node, 'e')}`;
    case 'limLow':
      return `${get(node, 'e')}_{${get(node, 'lim')}}`;
    case 'limUpp':
      return `${get(node, 'e')}^{${get(node, 'lim')}}`;
    case 'acc': {
      const accent = ACCENTS[node.properties.get('chr') ?? '\u0302'];
      return accent === undefined ? get(node, 'e') : `${accent}{${get(node, 'e')}}`;
    }
    case 'bar':
      return `\\overline{${get(node, 'e')}}`;
    case 'm':
      return `\\begin{matrix}${node.children
        .filter(({ name }) => name === 'mr')
        .map(({ text }) => text)
        .join(' \\\\ ')}\\end{matrix}`;
    case 'mr':
      return node.children
        .filter(({ name }) => name === 'e')
        .map(({ text }) => text)
        .join(' & ');
    case 'eqArr':
      return node.children
        .filter(({ name }) => name === 'e')
        .map(({ text }) => text)
        .join(' \\\\ ');
    default:
      return joinAll(node);
  }
}

/** Puts braces around more than one character. */
const group = (tex: string) => ([...tex].length > 1 ? `{${tex}}` : tex);

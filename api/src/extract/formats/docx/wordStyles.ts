import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';

/** What a style says of the text of its paragraphs or runs. */
interface WordStyle {
  name: string;
  basedOn: string | null;
  /** 0 for the highest; 9 for body text. */
  outlineLevel: number | null;
  numberingId: string | null;
  listLevel: number | null;
  isHidden: boolean | null;
}

export interface WordStyles {
  /** 1 for the highest; null for other text. A style that is based on a heading is a heading as well. */
  getHeadingLevel(styleId: string): number | null;
  /** The list of a style; null if it has none. The level is null if the list itself names the style. */
  getNumbering(styleId: string): { numberingId: string; level: number | null } | null;
  /** The style and those that it is based on, nearest first. */
  listChain(styleId: string): string[];
  /** Whether text of the style is not shown. */
  isHidden(styleId: string): boolean;
}

/** Word gives these names in every language. */
const HEADING_NAME = /^heading ([1-9])$/i;
/** Ids of Word, for documents without styles. */
const HEADING_ID = /^Heading([1-9])$/i;
const BODY_TEXT = 9;
/** Maximum length of a chain of styles; a longer one refers back to itself. */
const MAX_CHAIN = 20;

/** Whether an element such as `w:vanish` is on. */
export function isOn(value: string | undefined): boolean {
  return value === undefined || !/^(0|false|off)$/i.test(value);
}

/** @param xml `styles.xml`; empty if the document has none */
export function readStyles(xml: string): WordStyles {
  const styles = new Map<string, WordStyle>();
  let current: WordStyle | null = null;
  const path: string[] = [];
  readElements(xml, {
    open(name, attributes) {
      const parent = path.at(-1);
      path.push(name);
      const value = getAttribute(attributes, 'val');
      if (name === 'style') {
        current = { name: '', basedOn: null, outlineLevel: null, numberingId: null, listLevel: null, isHidden: null };
        styles.set(getAttribute(attributes, 'styleId') ?? '', current);
      }
      if (!current || value === undefined) {
        if (current && name === 'vanish' && parent === 'rPr') current.isHidden = true;
        return;
      }
      if (name === 'name' && parent === 'style') current.name = value;
      else if (name === 'basedOn') current.basedOn = value;
      else if (name === 'outlineLvl') current.outlineLevel = Number(value);
      else if (name === 'numId') current.numberingId = value;
      else if (name === 'ilvl') current.listLevel = Number(value);
      else if (name === 'vanish' && parent === 'rPr') current.isHidden = isOn(value);
    },
    close(name) {
      path.pop();
      if (name === 'style') current = null;
    },
  });

  function listChain(styleId: string): string[] {
    const chain: string[] = [];
    for (let id: string | null = styleId; id !== null && chain.length < MAX_CHAIN; id = styles.get(id)?.basedOn ?? null)
      chain.push(id);
    return chain;
  }

  /** The first value along the chain of styles that a style is based on. */
  function find<T>(styleId: string, pick: (style: WordStyle) => T | null): T | null {
    for (const id of listChain(styleId)) {
      const style = styles.get(id);
      const value = style ? pick(style) : null;
      if (value !== null) return value;
    }
    return null;
  }

  return {
    getHeadingLevel(styleId) {
      const level = find(styleId, ({ outlineLevel, name }) => {
        if (outlineLevel !== null) return outlineLevel;
        const number = HEADING_NAME.exec(name)?.[1];
        return number === undefined ? null : Number(number) - 1;
      });
      if (level !== null) return level < BODY_TEXT ? level + 1 : null;
      const number = styles.has(styleId) ? undefined : HEADING_ID.exec(styleId)?.[1];
      return number === undefined ? null : Number(number);
    },
    getNumbering(styleId) {
      const numberingId = find(styleId, (style) => style.numberingId);
      // A style can use the list of the style that it is based on at another level.
      return numberingId === null ? null : { numberingId, level: find(styleId, ({ listLevel }) => listLevel) };
    },
    listChain,
    isHidden: (styleId) => find(styleId, ({ isHidden }) => isHidden) ?? false,
  };
}

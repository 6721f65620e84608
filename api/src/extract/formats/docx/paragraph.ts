import type { Numbering } from './numbering.ts';
import { PLAIN, type ParagraphEnd } from './sectionWriter.ts';
import type { WordStyles } from './wordStyles.ts';

/** The properties of a paragraph, as far as they were read. */
export interface Paragraph {
  styleId: string;
  isHidden: boolean;
  outlineLevel: number | null;
  numberingId: string | null;
  listLevel: number | null;
}

export const emptyParagraph = (): Paragraph => ({
  styleId: '',
  isHidden: false,
  outlineLevel: null,
  numberingId: null,
  listLevel: null,
});

/** Takes over an element of `w:pPr` or `w:numPr`. */
export function readParagraphProperty(
  paragraph: Paragraph,
  name: string,
  value: string | undefined,
  styles: WordStyles,
): void {
  if (name === 'pStyle') {
    paragraph.styleId = value ?? '';
    paragraph.isHidden = styles.isHidden(paragraph.styleId);
  } else if (name === 'outlineLvl') paragraph.outlineLevel = Number(value);
  else if (name === 'numId') paragraph.numberingId = value ?? null;
  else if (name === 'ilvl') paragraph.listLevel = Number(value);
}

/** The heading level and list label of a paragraph, set on it or by its style. Advances the counter of the list. */
export function describeEnd(
  { styleId, outlineLevel, numberingId, listLevel }: Paragraph,
  { styles, numbering }: { styles: WordStyles; numbering: Numbering },
): ParagraphEnd {
  const headingLevel =
    outlineLevel === null ? styles.getHeadingLevel(styleId) : outlineLevel < 9 ? outlineLevel + 1 : null;
  const styled = numberingId === null ? styles.getNumbering(styleId) : null;
  const id = numberingId ?? styled?.numberingId ?? null;
  // `0` takes a paragraph out of the list of its style.
  if (id === null || id === '0') return { ...PLAIN, headingLevel };
  const item = numbering.next(id, listLevel ?? styled?.level ?? null, styles.listChain(styleId));
  if (!item) return { ...PLAIN, headingLevel };
  return { headingLevel, label: item.label, listDepth: item.label === '' ? null : item.level };
}

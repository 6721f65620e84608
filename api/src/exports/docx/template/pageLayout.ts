import type { Element } from '@xmldom/xmldom';
import { convertInchesToTwip, PageOrientation, type ISectionPropertiesOptions } from 'docx';
import { findChild } from '#api/ooxml/xml.ts';
import { getChildValue, getValue } from './wordNames.ts';

/** Size and margins of a page in twips. */
export interface PageLayout {
  width: number;
  height: number;
  margin: Record<(typeof edges)[number], number>;
}

const edges = ['top', 'right', 'bottom', 'left', 'header', 'footer', 'gutter'] as const;
const INCH = convertInchesToTwip(1);
/** Word accepts pages of up to 22 inches. */
const SIZES = { min: 3 * INCH, max: 22 * INCH };
/** Margins that leave less room than this are not used. */
const SMALLEST_TEXT = 2 * INCH;

/** A4 with margins of an inch. */
export const defaultPage: PageLayout = {
  width: 11_906,
  height: 16_838,
  margin: { top: INCH, right: INCH, bottom: INCH, left: INCH, header: 708, footer: 708, gutter: 0 },
};

/**
 * The page of a section of a template, with AVA's values where the section has none or leaves too little room for text.
 */
export function readPageLayout(section: Element | null): PageLayout {
  const sizes = [getChildValue(section, 'pgSz', 'w'), getChildValue(section, 'pgSz', 'h')].map(Number);
  const [width = 0, height = 0] = sizes.every((size) => size >= SIZES.min && size <= SIZES.max)
    ? sizes
    : [defaultPage.width, defaultPage.height];
  const margins = section && findChild(section, 'pgMar');
  // In Word, a negative margin is one that a high header does not push down.
  const read = (edge: (typeof edges)[number]) => {
    const twips = Math.abs(Number(getValue(margins, edge) || defaultPage.margin[edge]));
    return Number.isFinite(twips) ? Math.round(twips) : defaultPage.margin[edge];
  };
  const layout = { width, height, margin: Object.fromEntries(edges.map((edge) => [edge, read(edge)])) } as PageLayout;
  const { width: text, height: lines } = getTextSize(layout, false);
  return text >= SMALLEST_TEXT && lines >= SMALLEST_TEXT ? layout : { ...layout, margin: defaultPage.margin };
}

export const isLandscape = ({ width, height }: PageLayout) => width > height;

/** The room between the margins, on the page as it is or on its side. */
export function getTextSize(
  { width, height, margin }: PageLayout,
  isOnSide: boolean,
): Record<'width' | 'height', number> {
  const [across, down] = isOnSide ? [Math.max(width, height), Math.min(width, height)] : [width, height];
  return { width: across - margin.left - margin.right - margin.gutter, height: down - margin.top - margin.bottom };
}

export function toPage(layout: PageLayout, isOnSide: boolean): NonNullable<ISectionPropertiesOptions['page']> {
  const { width, height, margin } = layout;
  // The library swaps width and height of a landscape page.
  const size =
    isOnSide || isLandscape(layout)
      ? { width: Math.min(width, height), height: Math.max(width, height), orientation: PageOrientation.LANDSCAPE }
      : { width, height };
  return { size, margin };
}

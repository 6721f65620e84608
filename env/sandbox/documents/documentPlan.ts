import type { DocxSection } from './docx.ts';
import { getPageLabel, type PdfStyle } from './pdfStyle.ts';
import type { Slide } from './pptx.ts';

/** The contents of a sample document. Its bytes are generated when they are needed. */
export type DocumentPlan =
  | { format: 'pdf'; pages: string[][]; style?: PdfStyle }
  | { format: 'docx'; sections: DocxSection[]; header?: string }
  | { format: 'pptx'; slides: Slide[] }
  /** `encoding`: a name that iconv-lite knows. */
  | { format: 'txt'; paragraphs: string[]; encoding?: string }
  | { format: 'png'; width: number; height: number }
  /** A PDF whose pages are pictures without text. */
  | { format: 'scan'; pages: number }
  | { format: 'broken' }
  /** A PDF that requires a password. */
  | { format: 'locked'; text: string; password: string }
  /** A PDF of exactly `size` bytes, generated while it is read; one line of text per page. */
  | { format: 'large'; size: number; pages: string[] };

/** Location of a text in its document, in the shape that AVA uses. */
export type Location =
  | { kind: 'page'; page: number }
  | { kind: 'section'; path: string[] }
  | { kind: 'slide'; slide: number }
  | { kind: 'whole' };

export type LocatedText = {
  text: string;
  location: Location;
  /** The page's printed label, if it differs from its number: `iv`. */
  label?: string;
};

/**
 * Every paragraph of a document with its location, in reading order. Pages and slides count from 1; a section is the
 * list of its headings, outermost first. Running headers, notes and unreadable formats are left out.
 */
export function listTexts(plan: DocumentPlan): LocatedText[] {
  switch (plan.format) {
    case 'pdf':
      return plan.pages.flatMap((paragraphs, index) => paragraphs.map((text) => toPageText(text, index, plan.style)));
    case 'docx':
      return listSectionTexts(plan.sections);
    case 'pptx':
      return plan.slides.flatMap((slide, index) => listSlideTexts(slide, index + 1));
    case 'txt':
      return plan.paragraphs.map((text) => ({ text, location: { kind: 'whole' } }));
    case 'large':
      return plan.pages.map((text, index) => toPageText(text, index));
    case 'png':
    case 'scan':
    case 'broken':
    case 'locked':
      return [];
    default:
      return plan satisfies never;
  }
}

function toPageText(text: string, index: number, style: PdfStyle = {}): LocatedText {
  const located: LocatedText = { text, location: { kind: 'page', page: index + 1 } };
  return style.romanPages ? { ...located, label: getPageLabel(index, style) } : located;
}

function listSectionTexts(sections: DocxSection[]): LocatedText[] {
  let path: string[] = [];
  return sections.flatMap((section) => {
    if (section.heading) path = [...path.slice(0, (section.level ?? 1) - 1), section.heading];
    const location: Location = { kind: 'section', path };
    const rows = (section.table ?? []).flat();
    const texts = [...(section.paragraphs ?? []), ...(section.bullets ?? []), ...(section.numbered ?? []), ...rows];
    return texts.map((text) => ({ text, location }));
  });
}

function listSlideTexts({ title, bullets = [], table = [] }: Slide, slide: number): LocatedText[] {
  return [title, ...bullets, ...table.flat()].map((text) => ({ text, location: { kind: 'slide', slide } }));
}

/**
 * A document with the given sentences on one page or slide, or in one section. The extension of the file name selects
 * the format; an unknown extension gives plain text. `as` makes a broken, scanned or locked PDF instead.
 */
export function planFromSentences(
  name: string,
  { sentences, as }: { sentences: string[]; as: 'same' | 'broken' | 'scan' | 'locked' },
): DocumentPlan {
  if (as === 'broken') return { format: 'broken' };
  if (as === 'scan') return { format: 'scan', pages: 1 };
  if (as === 'locked') return { format: 'locked', text: sentences[0] ?? '', password: 'open sesame' };
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const title = name.replace(/\.\w+$/, '');
  if (format === 'pdf') return { format, pages: [sentences] };
  if (format === 'docx') return { format, sections: [{ heading: title, paragraphs: sentences }] };
  if (format === 'pptx') return { format, slides: [{ title, bullets: sentences }] };
  return { format: 'txt', paragraphs: sentences };
}

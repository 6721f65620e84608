import type { DocxSection } from './docx.ts';
import { pageLabel, type PdfLook } from './pdfLook.ts';
import type { Slide } from './pptx.ts';

/** What a document is to hold. The bytes are made from it when somebody asks for them. */
export type DocumentPlan =
  | { format: 'pdf'; pages: string[][]; look?: PdfLook }
  | { format: 'docx'; sections: DocxSection[]; header?: string }
  | { format: 'pptx'; slides: Slide[] }
  /** `encoding` as iconv-lite names it. */
  | { format: 'txt'; paragraphs: string[]; encoding?: string }
  | { format: 'png'; width: number; height: number }
  /** Pictures of pages, without text. */
  | { format: 'scan'; pages: number }
  | { format: 'broken' }
  /** A PDF that asks for a password. */
  | { format: 'locked'; text: string; password: string }
  /** A PDF of exactly so many bytes, made while it is read; one line of text on each page. */
  | { format: 'large'; size: number; pages: string[] };

/** Where a piece of text stands; the same shape in which AVA tells it. */
export type Place =
  | { kind: 'page'; page: number }
  | { kind: 'section'; path: string[] }
  | { kind: 'slide'; slide: number }
  | { kind: 'whole' };

export type PlacedText = {
  text: string;
  place: Place;
  /** What is printed on the page, where that is not its number: `iv`. */
  label?: string;
};

/**
 * Every paragraph of a document and where it stands, in reading order: pages and slides count from 1, sections are
 * their headings from the outermost. Running headers, notes and whatever cannot be read are left out.
 */
export function textsOf(plan: DocumentPlan): PlacedText[] {
  switch (plan.format) {
    case 'pdf':
      return plan.pages.flatMap((paragraphs, index) => paragraphs.map((text) => onPage(text, index, plan.look)));
    case 'docx':
      return sectionTexts(plan.sections);
    case 'pptx':
      return plan.slides.flatMap((slide, index) => slideTexts(slide, index + 1));
    case 'txt':
      return plan.paragraphs.map((text) => ({ text, place: { kind: 'whole' } }));
    case 'large':
      return plan.pages.map((text, index) => onPage(text, index));
    case 'png':
    case 'scan':
    case 'broken':
    case 'locked':
      return [];
    default:
      return plan satisfies never;
  }
}

function onPage(text: string, index: number, look: PdfLook = {}): PlacedText {
  const placed: PlacedText = { text, place: { kind: 'page', page: index + 1 } };
  return look.romanPages ? { ...placed, label: pageLabel(index, look) } : placed;
}

function sectionTexts(sections: DocxSection[]): PlacedText[] {
  let path: string[] = [];
  return sections.flatMap((section) => {
    if (section.heading) path = [...path.slice(0, (section.level ?? 1) - 1), section.heading];
    const here: Place = { kind: 'section', path };
    const rows = (section.table ?? []).flat();
    const texts = [...(section.paragraphs ?? []), ...(section.bullets ?? []), ...(section.numbered ?? []), ...rows];
    return texts.map((text) => ({ text, place: here }));
  });
}

function slideTexts({ title, bullets = [], table = [] }: Slide, slide: number): PlacedText[] {
  return [title, ...bullets, ...table.flat()].map((text) => ({ text, place: { kind: 'slide', slide } }));
}

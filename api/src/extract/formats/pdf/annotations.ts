import type { PDFPageProxy } from 'pdfjs-dist';

/** The part of pdf.js's annotations that is used here; it has no type for them. */
interface Annotation {
  subtype: string;
  annotationFlags: number;
  /** Form fields: Tx is text, Ch a choice, Btn a button. */
  fieldType?: string;
  fieldName?: string;
  /** Label of the field as people see it. */
  alternativeText?: string;
  fieldValue?: string | string[] | null;
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string;
  /** The options. A list shows all of them, a combo box only the chosen one. */
  options?: { exportValue: string; displayValue: string }[];
  combo?: boolean;
  /** Lines of a free text, or of a field with formatted text. */
  textContent?: string[];
  contentsObj?: { str: string };
  /** Set for a reply that only gives the status of a comment, such as `Accepted`. */
  state?: string | null;
}

/** Flags of an invisible annotation: hidden and no view (ISO 32000-1, 12.5.3). */
const INVISIBLE = 2 | 32;

/** Longer lists, such as a list of countries, are not worth reading as text. */
const MAX_CHOICES = 50;

const COMMENTS: ReadonlySet<string> = new Set(
  'Text Highlight Underline StrikeOut Squiggly Caret Square Circle Polygon PolyLine Line Ink Stamp'.split(' '),
);
const RECORDINGS: ReadonlySet<string> = new Set(['Movie', 'Sound', 'Screen', 'RichMedia']);

/** The text that a page has on top of its content. */
export interface PageAnnotations {
  /** Values of form fields, free text that was written on the page, and comments. */
  texts: string[];
  recordings: number;
  attachments: number;
}

export async function readAnnotations(page: PDFPageProxy): Promise<PageAnnotations> {
  const all = (await page.getAnnotations()) as Annotation[];
  const annotations = all.filter(({ annotationFlags }) => (annotationFlags & INVISIBLE) === 0);
  return {
    texts: annotations.map(readAnnotation).filter((text) => text !== ''),
    recordings: annotations.filter(({ subtype }) => RECORDINGS.has(subtype)).length,
    attachments: annotations.filter(({ subtype }) => subtype === 'FileAttachment').length,
  };
}

function readAnnotation(annotation: Annotation): string {
  const { subtype, state, contentsObj } = annotation;
  if (subtype === 'Widget') return readField(annotation);
  if (subtype === 'FreeText') return readFreeText(annotation);
  const comment = COMMENTS.has(subtype) && !state ? (contentsObj?.str ?? '').trim() : '';
  return comment && `Comment: ${comment}`;
}

function readField(field: Annotation): string {
  const value = [readValue(field).trim(), listChoices(field)].filter(Boolean).join(' ');
  return value && `${field.alternativeText || field.fieldName || 'Field'}: ${value}`;
}

function readValue({ fieldType, fieldValue, password, textContent, options = [], ...button }: Annotation): string {
  if (password) return '';
  if (fieldType === 'Tx' && !fieldValue) return textContent?.join('\n') ?? '';
  if (!fieldValue) return '';
  const toShown = (value: string) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
  if (fieldType !== 'Btn') return [fieldValue].flat().map(toShown).join(', ');
  if (button.checkBox) return fieldValue === button.exportValue ? 'checked' : '';
  return button.radioButton && fieldValue === button.buttonValue ? String(fieldValue) : '';
}

/** The entries of a list, which a reader sees whether they are chosen or not. */
function listChoices({ fieldType, options = [], combo }: Annotation): string {
  if (fieldType !== 'Ch' || combo || options.length === 0) return '';
  return `(choices: ${options
    .slice(0, MAX_CHOICES)
    .map(({ displayValue }) => displayValue)
    .join(', ')})`;
}

function readFreeText({ textContent, contentsObj }: Annotation): string {
  return (textContent?.join('\n') || contentsObj?.str || '').trim();
}

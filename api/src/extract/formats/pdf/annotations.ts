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
  /** Lines of a free text. */
  textContent?: string[];
  contentsObj?: { str: string };
}

/** Flags of an invisible annotation: hidden and no view (ISO 32000-1, 12.5.3). */
const INVISIBLE = 2 | 32;

/** Text on a page that its content lacks: values of form fields, and free text that was written on top. */
export async function readAnnotations(page: PDFPageProxy): Promise<string[]> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  return annotations
    .filter(({ annotationFlags }) => (annotationFlags & INVISIBLE) === 0)
    .map((annotation) => (annotation.subtype === 'Widget' ? readField(annotation) : readFreeText(annotation)))
    .filter((text) => text !== '');
}

function readField(field: Annotation): string {
  const value = readValue(field).trim();
  return value && `${field.alternativeText || field.fieldName || 'Field'}: ${value}`;
}

function readValue({ fieldType, fieldValue, password, ...button }: Annotation): string {
  if (password || !fieldValue) return '';
  if (fieldType !== 'Btn') return [fieldValue].flat().join(', ');
  if (button.checkBox) return fieldValue === button.exportValue ? 'checked' : '';
  return button.radioButton && fieldValue === button.buttonValue ? String(fieldValue) : '';
}

function readFreeText({ subtype, textContent, contentsObj }: Annotation): string {
  if (subtype !== 'FreeText') return '';
  return (textContent?.join('\n') || contentsObj?.str || '').trim();
}

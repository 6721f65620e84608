import { readerOf, type FileType } from '../../../../../api/contract/files/fileTypes.ts';

/** How a file is shown: as its pages, as it looks in its program, as tables, as a picture, or as its text. */
export type ViewerKind = 'pages' | 'word' | 'slides' | 'table' | 'image' | 'text';

/** Pictures that every browser draws. */
const DRAWABLE: ReadonlySet<string> = new Set(['JPG', 'JPEG', 'PNG', 'GIF', 'WEBP', 'BMP']);

export function getViewerKind(fileType: string): ViewerKind {
  if (DRAWABLE.has(fileType)) return 'image';
  switch (readerOf(fileType as FileType)) {
    case 'pdf':
      return 'pages';
    case 'docx':
      return 'word';
    case 'pptx':
      return 'slides';
    case 'spreadsheet':
    case 'csv':
      return 'table';
    default:
      return 'text';
  }
}

import {
  CodeRegular,
  DocumentPdfRegular,
  DocumentRegular,
  DocumentTableRegular,
  DocumentTextRegular,
  ImageRegular,
  SlideTextRegular,
} from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import { familyOf, fileTypes, type FileFamily, type FileType } from '../../../../../api/contract/fileTypes.ts';

const icons: Partial<Record<FileFamily, ComponentType>> = {
  document: DocumentTextRegular,
  spreadsheet: DocumentTableRegular,
  slides: SlideTextRegular,
  text: DocumentTextRegular,
  code: CodeRegular,
  config: CodeRegular,
  data: CodeRegular,
  image: ImageRegular,
};

/** Icon of a file type, hidden from screen readers because the file name follows. */
export function FileIcon({ fileType }: { fileType: string }) {
  const type = fileTypes.find((candidate): candidate is FileType => candidate === fileType) ?? 'Unknown';
  const family = familyOf(type);
  const Icon =
    type === 'PDF' ? DocumentPdfRegular : ((family === 'unknown' ? undefined : icons[family]) ?? DocumentRegular);
  return <Icon aria-hidden />;
}

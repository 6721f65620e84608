import { fileTypeOf } from '#contract/files/fileTypes.ts';
import type { SourceFile, SourceMessage } from '#contract/files/sources.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { explainCannotOpen } from '#tab/features/files/cannotOpen.rules.ts';

/** What the Search tab searches. */
export const sourceNames = ['files', 'chats', 'mail', 'sites'] as const;
export type SourceName = (typeof sourceNames)[number];

export interface FoundSite {
  kind: 'site';
  id: string;
  name: string;
  link: string;
}

export type Found = SourceFile | SourceMessage | FoundSite;

/** How a result is shown, and what can be done with it. */
export interface ResultView {
  title: string;
  fileType: string;
  details: string;
  excerpt: string;
  /** Why it cannot be opened in the viewer; null if it can, or if it is not a file. */
  obstacle: string | null;
}

export function describeFound(found: Found): ResultView {
  switch (found.kind) {
    case 'file':
      return {
        title: found.name,
        fileType: fileTypeOf(found.mimeType, found.name),
        details: join(found.owner, found.modifiedOn),
        excerpt: found.excerpt,
        obstacle: explainCannotOpen({
          fileName: found.name,
          fileResource: found.resource ?? { siteId: '', itemId: '' },
        }),
      };
    case 'site':
      return { title: found.name, fileType: 'Unknown', details: '', excerpt: '', obstacle: null };
    default:
      return {
        title: found.title,
        fileType: found.kind === 'mail' ? 'EMAIL' : 'Unknown',
        details: join(found.sender, found.sentOn),
        excerpt: found.excerpt,
        obstacle: null,
      };
  }
}

/** Identifies a result in the list. */
export function getFoundKey(found: Found): string {
  return `${found.kind} ${found.kind === 'file' ? found.url : found.id}`;
}

const join = (name: string, date: string) => [name, date && formatDate(date, 'medium')].filter(Boolean).join(' · ');

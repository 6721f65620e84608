import type { DocxSection } from '../documents/docx.ts';
import type { PdfLook } from '../documents/pdfLook.ts';
import type { DocumentPlan } from '../documents/documentPlan.ts';
import type { Slide } from '../documents/pptx.ts';

/** People are named by their keys (people.ts) throughout. */
export type SiteStory = {
  /** Short name that tests and controls use: `finance`. */
  key: string;
  name: string;
  /** The one site without a path of its own. */
  root?: true;
  description: string;
  /** `2024-02-01`. */
  created: string;
  /** Owners of the site's group. */
  owners: string[];
  /** The site's associated owners group, which may hold others than the group's owners. */
  ownersGroup?: string[];
  /** Members of the site's group: they may write. */
  members?: string[];
  /** Who else may read. */
  visitors: string[] | 'everyone';
  /** What AVA itself was granted here, under Sites.Selected. */
  avaMay?: 'read' | 'write';
  /** The first is the site's own. */
  libraries: LibraryStory[];
  lists?: ListStory[];
};

/** `folder` is the library's part of addresses, where that is not its name. */
export type LibraryStory = { name: string; folder?: string; items: (FolderStory | FileStory)[] };

export type FolderStory = Sharing & { name: string; by: string; items: (FolderStory | FileStory)[] };

export type FileStory = Sharing & {
  name: string;
  by: string;
  /** ISO 8601. */
  modified: string;
  document: DocumentPlan;
};

type Sharing = {
  /** Only these and the site's owners may read; without it, whoever may read what is around it. */
  only?: string[];
  /** These may read as well, the site's visitors or not. */
  sharedWith?: string[];
};

export type ListStory = { name: string; by: string; rows: Record<string, string | number>[] };

export function folder(name: string, by: string, items: FolderStory['items'], sharing: Sharing = {}): FolderStory {
  return { name, by, items, ...sharing };
}

/** @param on The day it was last changed: `2026-03-04`. */
export function file(name: string, by: string, on: string, document: DocumentPlan, sharing: Sharing = {}): FileStory {
  return { name, by, modified: `${on}T09:30:00Z`, document, ...sharing };
}

export function pdf(pages: string[][], look?: PdfLook): DocumentPlan {
  return look ? { format: 'pdf', pages, look } : { format: 'pdf', pages };
}

/** Sections by their headings; a heading that begins with `> ` stands one level deeper, `>> ` two. */
export function docx(sections: Record<string, string[]>, table?: string[][]): DocumentPlan {
  const parts = Object.entries(sections).map(([heading, paragraphs]): DocxSection => {
    const depth = /^>*/.exec(heading)![0].length;
    return { heading: heading.slice(depth).trim(), level: ([1, 2, 3] as const)[depth]!, paragraphs };
  });
  return { format: 'docx', sections: table ? [...parts, { table }] : parts };
}

/** Slides by their titles. */
export function pptx(slides: Record<string, string[]>): DocumentPlan {
  return { format: 'pptx', slides: Object.entries(slides).map(([title, bullets]): Slide => ({ title, bullets })) };
}

export function txt(...paragraphs: string[]): DocumentPlan {
  return { format: 'txt', paragraphs };
}

import type { DocxSection } from '#sandbox/documents/docx.ts';
import type { PdfStyle } from '#sandbox/documents/pdfStyle.ts';
import type { DocumentPlan } from '#sandbox/documents/documentPlan.ts';
import type { Slide } from '#sandbox/documents/pptx.ts';

/** A SharePoint site of a sample organization. People are given by their keys in people.ts. */
export type SampleSite = {
  /** Short name that tests and controls use: `finance`. */
  key: string;
  name: string;
  /** The root site of the tenant: its address has no path. */
  root?: true;
  /** The person whose OneDrive this is. It is not found by a search for sites. */
  personalOf?: string;
  description: string;
  /** ISO date. */
  created: string;
  /** Owners of the site's Microsoft 365 group: they own the site. */
  owners: string[];
  /** Members of the site's associated owners group, if they differ from the owners of its Microsoft 365 group. */
  ownersGroup?: string[];
  /** Members of the site's Microsoft 365 group: they can write. */
  members?: string[];
  /** People who can only read. */
  visitors: string[] | 'everyone';
  /** Role of AVA's application under Sites.Selected. */
  avaRole?: 'read' | 'write';
  /** The first one is the site's default library. */
  libraries: SampleLibrary[];
  lists?: SampleList[];
};

/** `folder` is the library's name in addresses, if it differs from `name`. */
export type SampleLibrary = { name: string; folder?: string; items: (SampleFolder | SampleFile)[] };

export type SampleFolder = Sharing & { name: string; author: string; items: (SampleFolder | SampleFile)[] };

export type SampleFile = Sharing & {
  name: string;
  author: string;
  /** ISO 8601. */
  modified: string;
  document: DocumentPlan;
};

type Sharing = {
  /** Only these people and the site's owners can read; without it, permissions are inherited. */
  readers?: string[];
  /** People who can read in addition to those who inherit the right. */
  sharedWith?: string[];
};

/** The keys of `rows` are the internal names of the columns, which are also their names on screen: `PaymentDays`. */
export type SampleList = { name: string; author: string; rows: ListFields[] };
export type ListFields = Record<string, string | number>;

export function folder(
  name: string,
  author: string,
  items: SampleFolder['items'],
  sharing: Sharing = {},
): SampleFolder {
  return { name, author, items, ...sharing };
}

/** @param day ISO date of the last change. */
export function file(
  name: string,
  author: string,
  day: string,
  document: DocumentPlan,
  sharing: Sharing = {},
): SampleFile {
  return { name, author, modified: `${day}T09:30:00Z`, document, ...sharing };
}

export function pdf(pages: string[][], style?: PdfStyle): DocumentPlan {
  return style ? { format: 'pdf', pages, style } : { format: 'pdf', pages };
}

/** Sections by heading. A heading that starts with `> ` is of level 2, one that starts with `>> ` of level 3. */
export function docx(sections: Record<string, string[]>, table?: string[][]): DocumentPlan {
  const parts = Object.entries(sections).map(([heading, paragraphs]): DocxSection => {
    const depth = /^>*/.exec(heading)![0].length;
    return { heading: heading.slice(depth).trim(), level: ([1, 2, 3] as const)[depth]!, paragraphs };
  });
  return { format: 'docx', sections: table ? [...parts, { table }] : parts };
}

/** Slides by title. */
export function pptx(slides: Record<string, string[]>): DocumentPlan {
  return { format: 'pptx', slides: Object.entries(slides).map(([title, bullets]): Slide => ({ title, bullets })) };
}

export function txt(...paragraphs: string[]): DocumentPlan {
  return { format: 'txt', paragraphs };
}

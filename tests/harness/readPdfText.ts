import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF, read by pdf.js. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  return (await readPdfPages(bytes)).join('\n');
}

export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await task.destroy();
  return pages;
}

/** How many images a PDF draws. */
export async function countPdfImages(bytes: Uint8Array): Promise<number> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  let count = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray } = await (await document.getPage(number)).getOperatorList();
    count += fnArray.filter((operator: number) => operator === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return count;
}

/**
 * The elements of a PDF for screen readers, by page: `Table(TR(TH* TH*) TR(TD* TD))`. A star stands for content;
 * figures have their description. */
export async function readPdfStructure(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(describe(await (await document.getPage(number)).getStructTree()));
  await task.destroy();
  return pages;
}

interface Structure {
  type?: string;
  role?: string;
  alt?: string;
  children?: object[];
}

function describe(node: Structure | null): string {
  const children: Structure[] = node?.children ?? [];
  const hasContent = children.some(({ type }) => type === 'content');
  const inner = children.filter(({ role }) => role !== undefined).map(describe);
  const alt = node?.alt ? `[${node.alt}]` : '';
  return `${node?.role ?? ''}${alt}${hasContent ? '*' : ''}${inner.length > 0 ? `(${inner.join(' ')})` : ''}`;
}

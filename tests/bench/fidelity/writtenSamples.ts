import { writeDocument } from '#api/exports/writing/writeDocument.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { pickContents, toHtml, toMarkdown, toText, type Content } from './contents.ts';
import type { Sample } from './sample.ts';

const withLabels = ({ items, ...content }: Content): string =>
  toText({ ...content, items: items.map((item, index) => `${index + 1}. ${item}`) });

/**
 * Arabic is left out of PDF: its font draws the dots of a letter as separate glyphs, so programs that read the file
 * can't tell some letters apart.
 */
const languages = { pdf: 'en de ru el he ja zh ko th', docx: 'en ru ar he ja th' } as const;

/** Documents that AVA itself writes. */
const exported = (['pdf', 'docx'] as const).flatMap((format) =>
  pickContents(languages[format]).map((content): Sample => ({
    name: `export.${content.language}.${format}`,
    async make() {
      const parts = [{ heading: '', text: toMarkdown(content), syntax: 'markdown' as const, citations: [] }];
      return (await writeDocument({ title: content.title, parts }, format)).bytes;
    },
    text: withLabels(content),
    rows: content.table,
  })),
);

/** Pages with ruled tables, numbers to the right, and what a browser prints in the margins. */
const printedContents = pickContents('en de ru el he');
const STYLE =
  '<style>table{border-collapse:collapse;width:100%}td{border:1px solid;padding:4px}td+td{text-align:right}</style>';
const MARGINS = {
  displayHeaderFooter: true,
  headerTemplate: '<span style="font-size:8px;margin-left:40px">Northwind Studio</span>',
  footerTemplate: '<span style="font-size:8px;margin-left:40px">Page <span class="pageNumber"></span></span>',
  margin: { top: '80px', bottom: '80px' },
};

let printing: Promise<Uint8Array[]> | null = null;

/** Prints all pages in one browser, which takes a second to start. */
async function printAll(): Promise<Uint8Array[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const printed: Uint8Array[] = [];
    for (const content of printedContents) {
      const direction = content.language === 'he' ? 'rtl' : 'ltr';
      await page.setContent(`<html lang="${content.language}" dir="${direction}">${STYLE}<body>${toHtml(content)}`);
      printed.push(await page.pdf({ format: 'A4', ...MARGINS }));
    }
    return printed;
  } finally {
    await browser.close();
  }
}

const printed = printedContents.map((content, index): Sample => ({
  name: `printed.${content.language}.pdf`,
  make: async () => (await (printing ??= printAll()))[index]!,
  text: `Northwind Studio ${withLabels(content)} Page 1`,
  rows: content.table,
}));

export const writtenSamples: readonly Sample[] = [...exported, ...printed];

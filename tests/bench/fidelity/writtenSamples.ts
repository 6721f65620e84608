import { writeDocument } from '#api/exports/writing/writeDocument.ts';
import { pickContents, toMarkdown, toText, type Content } from './contents.ts';
import type { Sample } from './sample.ts';

const withLabels = ({ items, ...content }: Content): string =>
  toText({ ...content, items: items.map((item, index) => `${index + 1}. ${item}`) });

/** Arabic is left out of PDF: its font draws the dots of a letter as a glyph of their own, so that letters look alike to a reader. */
const languages = { pdf: 'en de ru el he ja zh ko th', docx: 'en ru ar he ja th' } as const;

/** Documents that AVA itself writes. */
export const writtenSamples: readonly Sample[] = (['pdf', 'docx'] as const).flatMap((format) =>
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

import type { TextPart } from '#contract/files/locations.ts';
import type { Archive } from '#api/extract/formats/office/archive.ts';
import { readChart } from '#api/extract/formats/office/charts.ts';
import { findMainPart, readRelationships } from '#api/extract/formats/office/relationships.ts';
import { getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';

const WORKBOOK = 'xl/workbook.xml';

/** The charts of a workbook, one part for each, in the order of its sheets. */
export function* readCharts(archive: Archive): Generator<TextPart> {
  const main = findMainPart(archive, WORKBOOK);
  // The list of sheets of XLSB is binary.
  if (main.endsWith('.bin')) return;
  const sheets = new Map(readRelationships(archive, main).map(({ id, target }) => [id, target]));
  for (const { name, id } of listSheets(readXml(archive, main) ?? '')) {
    const sheet = sheets.get(id);
    if (sheet === undefined) continue;
    for (const drawing of readRelationships(archive, sheet).filter(({ type }) => type === 'drawing'))
      for (const chart of readRelationships(archive, drawing.target).filter(({ type }) => type === 'chart')) {
        const text = tidyText(readChart(readXml(archive, chart.target) ?? ''));
        if (text !== '') yield { location: { kind: 'sheet', sheet: name }, text };
      }
  }
}

function listSheets(xml: string): { name: string; id: string }[] {
  const sheets: { name: string; id: string }[] = [];
  readElements(xml, {
    open(element, attributes) {
      if (element !== 'sheet') return;
      sheets.push({ name: attributes['name'] ?? '', id: getAttribute(attributes, 'id') ?? '' });
    },
  });
  return sheets;
}

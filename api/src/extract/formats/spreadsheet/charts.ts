import type { TextPart } from '../../../../contract/files/locations.ts';
import type { Archive } from '../office/archive.ts';
import { readChart } from '../office/charts.ts';
import { readRelationships } from '../office/relationships.ts';
import { readElements, readXml } from '../office/xml.ts';
import { tidyText } from '../tidyText.ts';

const WORKBOOK = 'xl/workbook.xml';

/** The charts of a workbook, one part for each, in the order of its sheets. */
export function* readCharts(archive: Archive): Generator<TextPart> {
  const main = readRelationships(archive, '').find(({ type }) => type === 'officeDocument')?.target ?? WORKBOOK;
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
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: attributes['name'] ?? '', id });
    },
  });
  return sheets;
}

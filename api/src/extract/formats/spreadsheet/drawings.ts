import type { TextPart } from '#contract/files/locations.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import type { Archive } from '#api/extract/formats/office/archive.ts';
import { readChart } from '#api/extract/formats/office/charts.ts';
import { findMainPart, readRelationships } from '#api/extract/formats/office/relationships.ts';
import { getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { readSlideText } from '#api/extract/formats/pptx/slideText.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';

const WORKBOOK = 'xl/workbook.xml';

/**
 * What is drawn on the sheets of a workbook, in the order of its sheets: a part for the text boxes and descriptions of pictures of
 * a sheet, and one for each chart and diagram.
 */
export function* readDrawings(archive: Archive, unread: UnreadCounts): Generator<TextPart> {
  if (archive.names.some((name) => name.endsWith('/vbaProject.bin'))) unread.add('macros');
  const main = findMainPart(archive, WORKBOOK);
  // The list of sheets of XLSB is binary, so that a drawing has no known sheet.
  if (main.endsWith('.bin')) return countDrawings(archive, unread);
  const sheets = new Map(readRelationships(archive, main).map(({ id, target }) => [id, target]));
  for (const { name, id } of listSheets(readXml(archive, main) ?? '')) {
    const sheet = sheets.get(id);
    if (sheet === undefined) continue;
    for (const { type, target } of readRelationships(archive, sheet)) {
      if (type === 'oleObject' || type === 'package') unread.add('embeddedObject');
      if (type !== 'drawing') continue;
      for (const text of readDrawing(archive, target, unread).map(tidyText))
        if (text !== '') yield { location: { kind: 'sheet', sheet: name }, text };
    }
  }
}

function readDrawing(archive: Archive, drawing: string, unread: UnreadCounts): string[] {
  const texts = [readSlideText(readXml(archive, drawing) ?? '', (kind) => unread.add(kind))];
  for (const { type, target } of readRelationships(archive, drawing)) {
    const read = () => readXml(archive, target) ?? '';
    if (type === 'chart' || type === 'chartEx') texts.push(readChart(read(), unread));
    else if (type === 'diagramData') texts.push(countEmpty(readSlideText(read()), 'diagram', unread));
  }
  return texts;
}

function countDrawings({ names, read }: Archive, unread: UnreadCounts): void {
  unread.add('chart', names.filter((name) => /^xl\/charts\/chart(?:Ex)?\d+\.xml$/i.test(name)).length);
  unread.add('embeddedObject', names.filter((name) => name.startsWith('xl/embeddings/')).length);
  for (const name of names.filter((each) => /^xl\/drawings\/drawing\d+\.xml$/i.test(each)))
    unread.add('picture', (read(name)?.toString('utf8').split('<xdr:pic>').length ?? 1) - 1);
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

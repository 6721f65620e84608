import type { TextPart } from '#contract/files/locations.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import type { Archive } from '#api/extract/formats/office/archive.ts';
import { readChart } from '#api/extract/formats/office/charts.ts';
import { findMainPart, readRelationships } from '#api/extract/formats/office/relationships.ts';
import { getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { readSlideText } from '#api/extract/formats/pptx/slideText.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';

const WORKBOOK = 'xl/workbook.xml';

interface Sheet {
  name: string;
  /** The id of the link from the workbook to the sheet. */
  id: string;
}

/**
 * What is drawn on the sheets of a workbook, in the order of its sheets: a part for the text boxes and descriptions of
 * pictures of a sheet, and one for each chart and diagram.
 * @param known the sheets, for a workbook whose list of sheets is binary (XLSB)
 */
export function* readDrawings(archive: Archive, known: readonly Sheet[], unread: UnreadCounts): Generator<TextPart> {
  if (archive.names.some((name) => name.endsWith('/vbaProject.bin'))) unread.add('macros');
  const main = findMainPart(archive, WORKBOOK);
  const targets = new Map(readRelationships(archive, main).map(({ id, target }) => [id, target]));
  const sheets = main.endsWith('.bin') ? known : listSheets(readXml(archive, main) ?? '');
  for (const { name, id } of sheets) {
    const sheet = targets.get(id);
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

function listSheets(xml: string): Sheet[] {
  const sheets: Sheet[] = [];
  readElements(xml, {
    open(element, attributes) {
      if (element !== 'sheet') return;
      sheets.push({ name: attributes['name'] ?? '', id: getAttribute(attributes, 'id') ?? '' });
    },
  });
  return sheets;
}

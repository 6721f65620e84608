import { documentXml, makeDocxWith, paragraphXml } from './hostile/hostileFiles.ts';

/** A Word document with a text, and with three charts whose values it does not contain, so that they can't be read. */
export function makePartlyReadDocx(text: string): Promise<Uint8Array> {
  const ids = ['chart1', 'chart2', 'chart3'];
  const charts = ids.map((id) => `<w:p><w:r><w:drawing><wp:docPr/><c:chart r:id="${id}"/></w:drawing></w:r></w:p>`);
  const links = ids.map((id) => `<Relationship Id="${id}" Type="x/chart" Target="${id}.xml"/>`);
  return makeDocxWith({
    'word/document.xml': documentXml(paragraphXml(text) + charts.join('')),
    'word/_rels/document.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    ...Object.fromEntries(ids.map((id) => [`word/${id}.xml`, '<c:chartSpace/>'])),
  });
}

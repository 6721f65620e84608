import { escapeXml } from '#api/ooxml/escapeXml.ts';
import type { Box, Placeholder } from '#api/presentations/template/placeholders.ts';
import type { TextColor } from '#api/presentations/template/themeColors.ts';
import type { PictureItem, TableItem, TextItem } from './slide.ts';
import { isRightToLeft, toCellText, toTextBody, type AddLink } from './textXml.ts';

/** "Medium Style 2 – Accent 1", which PowerPoint and LibreOffice know; it takes its colors from the theme. */
export const TABLE_STYLE = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';

const NO_INDEX = '0';

function toPlaceholder({ type, index, isTextBox }: Pick<Placeholder, 'type' | 'index' | 'isTextBox'>): string {
  if (isTextBox) return '<p:nvPr/>';
  const typeText = type === 'obj' ? '' : ` type="${escapeXml(type)}"`;
  const indexText = index === NO_INDEX ? '' : ` idx="${escapeXml(index)}"`;
  return `<p:nvPr><p:ph${typeText}${indexText}/></p:nvPr>`;
}

function toTransform(element: 'a:xfrm' | 'p:xfrm', { x, y, width, height }: Box): string {
  const [left, top, right, bottom] = [x, y, width, height].map(Math.round);
  return `<${element}><a:off x="${left}" y="${top}"/><a:ext cx="${right}" cy="${bottom}"/></${element}>`;
}

/** Text in a placeholder. If it has no box, the layout gives its position and size. */
export function toTextShape(id: number, { placeholder, box, scale, paragraphs }: TextItem, addLink: AddLink): string {
  const { isTextBox = false, levels, name } = placeholder;
  const place = box ?? (isTextBox ? placeholder.box : null);
  const shape = isTextBox ? '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/>' : '';
  const properties = place ? `<p:spPr>${toTransform('a:xfrm', place)}${shape}</p:spPr>` : '<p:spPr/>';
  const kind = isTextBox ? '<p:cNvSpPr txBox="1"/>' : '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>';
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeXml(name)}"/>${kind}${toPlaceholder(placeholder)}</p:nvSpPr>` +
    `${properties}${toTextBody(paragraphs, { levels, scale, hasOwnSize: isTextBox }, addLink)}</p:sp>`
  );
}

/** Number or footer of a slide, as the layout shows it. */
export function toFooterShape(id: number, placeholder: Placeholder): string {
  const text =
    placeholder.type === 'sldNum'
      ? '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr/><a:t>‹#›</a:t></a:fld>'
      : `<a:r><a:rPr/><a:t>${escapeXml(placeholder.text)}</a:t></a:r>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escapeXml(placeholder.name)}"/>` +
    `<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>${toPlaceholder(placeholder)}</p:nvSpPr><p:spPr/>` +
    `<p:txBody><a:bodyPr/><a:lstStyle/><a:p>${text}</a:p></p:txBody></p:sp>`
  );
}

// LibreOffice and the preview do not know the styles of PowerPoint, so the cells say what matters. Without a fill, a cell has
// the colors of the slide, which are readable in dark templates, too.
const HEADER_CELL = '<a:tcPr><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:tcPr>';
const CELL =
  '<a:tcPr><a:lnB w="9525"><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="25000"/><a:lumOff val="75000"/></a:schemeClr>' +
  '</a:solidFill></a:lnB><a:noFill/></a:tcPr>';

const alignments = { left: ' algn="l"', center: ' algn="ctr"', right: ' algn="r"' } as const;

/** A table with a header row, in a placeholder or in its place. */
export function toTableShape(id: number, table: TableItem, textOnAccent: TextColor, addLink: AddLink): string {
  const cell = (runs: TableItem['rows'][number][number], column: number, bold: boolean) => {
    const alignment = table.alignments[column];
    const look = {
      size: table.size,
      isHeader: bold,
      alignment: alignment ? alignments[alignment] : '',
      color: bold ? textOnAccent : 'tx1',
    };
    return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${toCellText(runs, look, addLink)}</a:txBody>${bold ? HEADER_CELL : CELL}</a:tc>`;
  };
  const rows = table.rows.map(
    (row, index) =>
      `<a:tr h="${table.heights[index]}">${row.map((runs, column) => cell(runs, column, index === 0)).join('')}</a:tr>`,
  );
  const direction = isRightToLeft(table.rows[0]?.flat() ?? []) ? ' rtl="1"' : '';
  const grid = table.widths.map((width) => `<a:gridCol w="${width}"/>`).join('');
  const properties = table.placeholder ? toPlaceholder(table.placeholder) : '<p:nvPr/>';
  return (
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="Table ${id}"/>` +
    `<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr>${properties}</p:nvGraphicFramePr>` +
    `${toTransform('p:xfrm', table.box)}<a:graphic>` +
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>' +
    `<a:tblPr${direction} firstRow="1"><a:tableStyleId>${TABLE_STYLE}</a:tableStyleId></a:tblPr>` +
    `<a:tblGrid>${grid}</a:tblGrid>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
  );
}

export function toPictureShape(id: number, { placeholder, box, alt }: PictureItem, relationshipId: string): string {
  const properties = placeholder ? toPlaceholder(placeholder) : '<p:nvPr/>';
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="Picture ${id}" descr="${escapeXml(alt)}"/>` +
    `<p:cNvPicPr><a:picLocks noGrp="1" noChangeAspect="1"/></p:cNvPicPr>${properties}</p:nvPicPr>` +
    `<p:blipFill><a:blip r:embed="${relationshipId}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill>` +
    `<p:spPr>${toTransform('a:xfrm', box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
  );
}

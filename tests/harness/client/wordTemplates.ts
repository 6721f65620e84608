import { strToU8, zipSync } from 'fflate';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const NAMESPACES = `xmlns:w="${W}" xmlns:r="${R}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';

/** A logo of one red pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const logo = `<w:r><w:drawing><wp:inline><wp:extent cx="1440000" cy="360000"/><wp:docPr id="1" name="Logo"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1440000" cy="360000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const paragraph = (text: string, style = 'Standard') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (type: string, id: string, name: string, rest: string, attributes = '') =>
  `<w:style w:type="${type}" ${attributes} w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
const relationships = (...entries: [id: string, type: string, target: string, mode?: string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${entries
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

const settings = `<w:settings ${NAMESPACES}><w:attachedTemplate r:id="rId1"/><w:evenAndOddHeaders/><w:compat/><w:themeFontLang w:val="de-DE"/></w:settings>`;

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${TYPE}document.main+xml"/>${[
    'styles',
    'numbering',
    'settings',
  ]
    .map((part) => `<Override PartName="/word/${part}.xml" ContentType="${TYPE}${part}+xml"/>`)
    .join('')}${[1, 2]
    .flatMap((number) => ['header', 'footer'].map((kind) => [kind, number]))
    .map(([kind, number]) => `<Override PartName="/word/${kind}${number}.xml" ContentType="${TYPE}${kind}+xml"/>`)
    .join('')}</Types>`,
  '_rels/.rels': relationships(['rId1', 'officeDocument', 'word/document.xml']),
  // The first section has the header, which the last one continues.
  'word/document.xml': `<w:document ${NAMESPACES}><w:body>${paragraph('Secret letter of the board', 'berschrift1')}<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId5"/><w:pgSz w:w="12240" w:h="15840"/></w:sectPr></w:pPr></w:p><w:sectPr><w:headerReference w:type="even" r:id="rId6"/><w:footerReference w:type="default" r:id="rId7"/><w:footerReference w:type="first" r:id="rId8"/><w:pgSz w:w="11900" w:h="16840"/><w:pgMar w:top="2268" w:right="1134" w:bottom="1418" w:left="1701" w:header="567" w:footer="567" w:gutter="0"/><w:titlePg/></w:sectPr></w:body></w:document>`,
  'word/_rels/document.xml.rels': relationships(
    ['rId1', 'styles', 'styles.xml'],
    ['rId2', 'numbering', 'numbering.xml'],
    ['rId3', 'settings', 'settings.xml'],
    ['rId5', 'header', 'header1.xml'],
    ['rId6', 'header', 'header2.xml'],
    ['rId7', 'footer', 'footer1.xml'],
    ['rId8', 'footer', 'footer2.xml'],
  ),
  'word/settings.xml': settings,
  'word/_rels/settings.xml.rels': relationships([
    'rId1',
    'attachedTemplate',
    'file:///C:/Vorlagen/Brief.dotm',
    'External',
  ]),
  // The ids are those of a German Word; the names of Word's own styles are English in every language.
  'word/styles.xml': `<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia"/><w:sz w:val="21"/><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>${style('paragraph', 'Standard', 'Normal', '<w:qFormat/>', 'w:default="1"')}${style('character', 'Absatz-Standardschriftart', 'Default Paragraph Font', '', 'w:default="1"')}${style('table', 'NormaleTabelle', 'Normal Table', '<w:tblPr/>', 'w:default="1"')}${style('paragraph', 'berschrift1', 'heading 1', '<w:basedOn w:val="Standard"/><w:qFormat/><w:pPr><w:keepNext/><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:color w:val="C00000"/><w:sz w:val="30"/></w:rPr>')}${style('paragraph', 'Zitat', 'Quote', '<w:basedOn w:val="Standard"/><w:rPr><w:i/></w:rPr>')}${style('character', 'Code', 'Artikelnummer', '<w:rPr><w:b/></w:rPr>')}</w:styles>`,
  'word/numbering.xml': `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="berschrift1"/><w:lvlText w:val="%1"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  'word/header1.xml': `<w:hdr ${NAMESPACES}><w:p><w:pPr><w:pStyle w:val="Standard"/></w:pPr>${logo}<w:r><w:t>Northwind Studio</w:t></w:r></w:p></w:hdr>`,
  'word/_rels/header1.xml.rels': relationships(['rId1', 'image', 'media/image1.png']),
  'word/header2.xml': `<w:hdr ${NAMESPACES}>${paragraph('Northwind, even pages')}</w:hdr>`,
  'word/footer1.xml': `<w:ftr ${NAMESPACES}>${paragraph('Tea Street 1, Hamburg')}</w:ftr>`,
  'word/footer2.xml': `<w:ftr ${NAMESPACES}>${paragraph('First page only')}</w:ftr>`,
};

/** A Word template as an organization has it, with text of an old letter. Parts can be replaced, added or, with null, left out. */
export function makeWordTemplate(changes: Readonly<Record<string, string | null>> = {}): Uint8Array<ArrayBuffer> {
  const files = Object.entries({ ...parts, ...changes }).flatMap(([name, xml]) =>
    xml === null ? [] : [[name, strToU8(xml)] as const],
  );
  return new Uint8Array(zipSync({ ...Object.fromEntries(files), 'word/media/image1.png': new Uint8Array(LOGO) }));
}

/** A part of the template, to change it. */
export const getWordTemplatePart = (name: string): string => parts[name] ?? '';

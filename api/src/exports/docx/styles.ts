import { AlignmentType, BorderStyle, LevelFormat, LineRuleType, type IPropertiesOptions } from 'docx';

/** Twips in a point. */
export const TWIPS = 20;
/** Twips. */
export const INDENT = 360;

export const colors = {
  text: '1F1F1F',
  muted: '616161',
  accent: '1F3864',
  link: '0563C1',
  line: 'BFBFBF',
  fill: 'F3F4F6',
};

/** Word chooses the font by script; every version of Office has these. */
export const bodyFont = { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Arial', eastAsia: 'Microsoft YaHei' };
export const koreanFont = { ...bodyFont, eastAsia: 'Malgun Gothic' };
export const codeFont = { ascii: 'Consolas', hAnsi: 'Consolas', cs: 'Courier New', eastAsia: 'Microsoft YaHei' };

/** Font sizes in half points, and the space before and after in twips. */
const headings = [
  { size: 32, before: 360, after: 120 },
  { size: 27, before: 300, after: 100 },
  { size: 24, before: 240, after: 80 },
  { size: 22, before: 200, after: 80 },
  { size: 22, before: 200, after: 60 },
  { size: 22, before: 200, after: 60 },
] as const;

const border = { style: BorderStyle.SINGLE, size: 4, color: colors.line, space: 5 };
/** The line beside a quote. */
export const quoteBorder = { style: BorderStyle.SINGLE, size: 18, color: colors.line, space: 10 };

/** Without the rule, LibreOffice takes a height of lines as exact and cuts images. */
export const toLineHeight = (line: number) => ({ line, lineRule: LineRuleType.AUTO });

export const styles: NonNullable<IPropertiesOptions['styles']> = {
  default: {
    document: {
      run: {
        font: bodyFont,
        size: 22,
        color: colors.text,
      },
      paragraph: { spacing: { after: 140, ...toLineHeight(276) } },
    },
    title: {
      run: { size: 44, bold: true, color: colors.accent },
      paragraph: { spacing: { after: 280 }, keepNext: true },
    },
    ...Object.fromEntries(
      headings.map(({ size, before, after }, index) => [
        `heading${index + 1}`,
        {
          run: { size, bold: true, italics: index === 5, color: index < 3 ? colors.accent : colors.text },
          paragraph: { spacing: { before, after }, keepNext: true, keepLines: true, outlineLevel: index },
        },
      ]),
    ),
    hyperlink: { run: { color: colors.link, underline: { type: 'single' } } },
    footnoteText: { run: { size: 18 }, paragraph: { spacing: { after: 40, ...toLineHeight(240) } } },
  },
  paragraphStyles: [
    {
      id: 'Quote',
      name: 'Quote',
      basedOn: 'Normal',
      quickFormat: true,
      run: { color: colors.muted },
      paragraph: { border: { left: quoteBorder } },
    },
    {
      id: 'Code',
      name: 'Code',
      basedOn: 'Normal',
      quickFormat: true,
      run: { font: codeFont, size: 19 },
      paragraph: {
        spacing: { before: 80, after: 160, ...toLineHeight(252) },
        shading: { fill: colors.fill },
        indent: { left: 120, right: 120 },
        border: { top: border, bottom: border, left: border, right: border },
      },
    },
    {
      id: 'TOCHeading',
      name: 'TOC Heading',
      basedOn: 'Normal',
      quickFormat: true,
      run: { size: 32, bold: true, color: colors.accent },
      paragraph: { spacing: { before: 240, after: 120 }, keepNext: true },
    },
    ...[1, 2, 3].map((level) => ({
      id: `TOC${level}`,
      name: `toc ${level}`,
      basedOn: 'Normal',
      paragraph: { spacing: { after: 40 }, indent: { left: INDENT * (level - 1) } },
    })),
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      quickFormat: true,
      run: { size: 20 },
      paragraph: { spacing: { after: 0, ...toLineHeight(252) } },
    },
  ],
  characterStyles: [
    {
      id: 'CodeCharacter',
      name: 'Code Character',
      basedOn: 'DefaultParagraphFont',
      run: { font: codeFont, size: 20, shading: { fill: colors.fill } },
    },
  ],
};

export const TABLE_STYLE = 'TableAva';
/** Twips, left and right of the text of a cell. */
export const CELL_PADDING = 100;

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
  (edge) => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="${colors.line}"/>`,
);
const cellMargins = Object.entries({ top: 60, left: CELL_PADDING, bottom: 60, right: CELL_PADDING }).map(
  ([edge, width]) => `<w:${edge} w:w="${width}" w:type="dxa"/>`,
);
const firstRow = `<w:rPr><w:b/><w:bCs/></w:rPr><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="${colors.fill}"/></w:tcPr>`;

/** The style of tables, in which a person can change all of them at once. `docx` has no options for it. */
export const tableStyles = [
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">',
  `<w:style w:type="table" w:customStyle="1" w:styleId="${TABLE_STYLE}">`,
  '<w:name w:val="Table AVA"/><w:basedOn w:val="TableNormal"/><w:uiPriority w:val="59"/>',
  `<w:tblPr><w:tblBorders>${borders.join('')}</w:tblBorders><w:tblCellMar>${cellMargins.join('')}</w:tblCellMar></w:tblPr>`,
  `<w:tblStylePr w:type="firstRow">${firstRow}</w:tblStylePr></w:style></w:styles>`,
].join('');

export const MAX_LIST_LEVEL = 8;
const bullets = ['•', '◦', '▪'] as const;

export const toListIndent = (level: number) => ({ left: INDENT * (level + 1) + INDENT / 2, hanging: INDENT });

export const bulletLevels = Array.from({ length: MAX_LIST_LEVEL + 1 }, (_, level) => ({
  level,
  format: LevelFormat.BULLET,
  text: bullets[level % bullets.length] ?? bullets[0],
  alignment: AlignmentType.LEFT,
  style: { paragraph: { indent: toListIndent(level) } },
}));

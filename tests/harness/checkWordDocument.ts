import { DOMParser, type Element } from '@xmldom/xmldom';
import { openParts } from '#api/ooxml/parts.ts';

const BLOCKS = 'p tbl sdt bookmarkStart bookmarkEnd';
const EQUATION =
  'm:r m:acc m:bar m:borderBox m:d m:f m:func m:groupChr m:limLow m:limUpp m:m m:nary m:phant m:rad m:sSub m:sSup m:sSubSup';
const PHRASES = 'r hyperlink bookmarkStart bookmarkEnd sdt m:oMath m:oMathPara';
const EDGES = 'top left bottom right';

/**
 * Allowed children of each element that AVA writes, in their order (ISO/IEC 29500-1 and -4, transitional schemas). `!`
 * marks a required child; children in brackets can occur any number of times in any order. `w:` is the default prefix.
 */
const content: Readonly<Record<string, string>> = {
  document: 'body!',
  body: `(${BLOCKS}) sectPr`,
  hdr: `(${BLOCKS})`,
  ftr: `(${BLOCKS})`,
  footnotes: '(footnote)',
  footnote: `(${BLOCKS})`,
  endnotes: '(endnote)',
  endnote: `(${BLOCKS})`,
  p: `pPr (${PHRASES})`,
  hyperlink: `(${PHRASES})`,
  pPr: 'pStyle keepNext keepLines pageBreakBefore numPr pBdr shd tabs bidi spacing ind contextualSpacing jc outlineLvl rPr sectPr',
  numPr: 'ilvl numId!',
  pBdr: `${EDGES} between bar`,
  tabs: '(tab)',
  r: 'rPr (t br tab sym drawing fldChar instrText footnoteReference footnoteRef endnoteRef separator continuationSeparator)',
  rPr: 'rStyle rFonts b bCs i iCs strike color spacing sz szCs highlight u shd vertAlign rtl cs lang',
  sdt: 'sdtPr sdtContent!',
  sdtPr: 'rPr alias (docPartObj w14:checkbox)',
  docPartObj: 'docPartGallery docPartUnique',
  sdtContent: `(${BLOCKS} ${PHRASES})`,
  tbl: 'tblPr! tblGrid! (tr)',
  tblPr: 'tblStyle bidiVisual tblW jc tblInd tblBorders shd tblLayout tblCellMar tblLook',
  tblBorders: `${EDGES} insideH insideV`,
  tblCellMar: EDGES,
  tblGrid: '(gridCol)',
  tr: 'trPr (tc)',
  trPr: '(cantSplit tblHeader)',
  tc: `tcPr (${BLOCKS}) p!`,
  tcPr: 'tcW shd',
  sectPr: '(headerReference footerReference) type pgSz pgMar pgNumType titlePg bidi docGrid',
  styles: 'docDefaults latentStyles (style)',
  docDefaults: 'rPrDefault pPrDefault',
  rPrDefault: 'rPr',
  pPrDefault: 'pPr',
  style: 'name! basedOn next link uiPriority semiHidden unhideWhenUsed qFormat pPr rPr tblPr trPr tcPr (tblStylePr)',
  tblStylePr: 'pPr rPr tblPr trPr tcPr',
  numbering: '(abstractNum) (num)',
  abstractNum: 'multiLevelType name (lvl)',
  lvl: 'start numFmt pStyle suff lvlText lvlJc pPr rPr',
  num: 'abstractNumId! (lvlOverride)',
  lvlOverride: 'startOverride lvl',
  settings:
    'displayBackgroundShape updateFields defaultTabStop evenAndOddHeaders footnotePr endnotePr compat themeFontLang clrSchemeMapping',
  compat: '(compatSetting)',
  'm:oMathPara': '(m:oMath)',
  'm:oMath': `(${EQUATION})`,
  'm:r': 'm:rPr rPr (m:t)',
  'm:rPr': 'm:nor m:scr m:sty',
  'm:acc': 'm:accPr m:e!',
  'm:accPr': 'm:chr',
  'm:bar': 'm:barPr m:e!',
  'm:barPr': 'm:pos',
  'm:borderBox': 'm:borderBoxPr m:e!',
  'm:borderBoxPr': 'm:hideTop m:hideBot m:hideLeft m:hideRight m:strikeH m:strikeV m:strikeBLTR m:strikeTLBR',
  'm:d': 'm:dPr m:e!',
  'm:dPr': 'm:begChr m:sepChr m:endChr',
  'm:f': 'm:fPr m:num! m:den!',
  'm:fPr': 'm:type',
  'm:func': 'm:fName! m:e!',
  'm:groupChr': 'm:groupChrPr m:e!',
  'm:groupChrPr': 'm:chr m:pos m:vertJc',
  'm:limLow': 'm:e! m:lim!',
  'm:limUpp': 'm:e! m:lim!',
  'm:m': 'm:mPr (m:mr)',
  'm:mPr': 'm:baseJc m:plcHide m:mcs',
  'm:mcs': '(m:mc)',
  'm:mc': 'm:mcPr',
  'm:mcPr': 'm:count m:mcJc',
  'm:mr': '(m:e)',
  'm:nary': 'm:naryPr m:sub! m:sup! m:e!',
  'm:naryPr': 'm:chr m:limLoc m:grow m:subHide m:supHide',
  'm:phant': 'm:phantPr m:e!',
  'm:phantPr': 'm:show',
  'm:rad': 'm:radPr m:deg! m:e!',
  'm:radPr': 'm:degHide',
  'm:sSub': 'm:e! m:sub!',
  'm:sSup': 'm:e! m:sup!',
  'm:sSubSup': 'm:e! m:sub! m:sup!',
  ...Object.fromEntries(
    ['e', 'num', 'den', 'sub', 'sup', 'deg', 'lim', 'fName'].map((name) => [`m:${name}`, `(${EQUATION})`]),
  ),
};

const PARTS = /^word\/(?:template\/)?(document|styles|numbering|footnotes|endnotes|settings|header\d+|footer\d+)\.xml$/;
const patterns = new Map(Object.entries(content).map(([name, children]) => [name, toPattern(children)]));

/** Turns a line of `content`, such as `tbl! (tr)`, into a pattern that matches `w:tbl w:tr w:tr `. */
function toPattern(children: string): RegExp {
  const parts = children.match(/\([^)]*\)|\S+/g) ?? [];
  const toName = (name: string) => (name.includes(':') ? name : `w:${name}`);
  const sources = parts.map((part) => {
    if (part.startsWith('(')) return `(?:(?:${part.slice(1, -1).split(' ').map(toName).join('|')}) )*`;
    return part.endsWith('!') ? `${toName(part.slice(0, -1))} ` : `(?:${toName(part)} )?`;
  });
  return new RegExp(`^${sources.join('')}$`);
}

/** Lists what Word would report as damage: a wrong order or number of children, unknown elements, invalid values. */
export function checkWordDocument(bytes: Uint8Array): string[] {
  const problems = new Set<string>();
  for (const [name, xml] of openParts(bytes)) {
    if (!PARTS.test(name)) continue;
    const root = new DOMParser().parseFromString(Buffer.from(xml).toString(), 'text/xml').documentElement;
    if (root) checkElement(root, (problem) => problems.add(`${name}: ${problem}`));
  }
  return [...problems];
}

function checkElement(element: Element, report: (problem: string) => void): void {
  const children = [...element.childNodes].filter(({ nodeType }) => nodeType === 1) as Element[];
  for (const { name, value } of element.attributes)
    if (/^(undefined|NaN|null|\[object)/.test(value)) report(`${element.nodeName} has ${name}="${value}"`);
  // Drawings and check boxes are made by the library.
  if (!/^[wm]:/.test(element.nodeName) || element.nodeName === 'w:drawing') return;
  const pattern = patterns.get(element.nodeName.replace(/^w:/, ''));
  const list = children.map(({ nodeName }) => `${nodeName} `).join('');
  if (pattern ? !pattern.test(list) : list !== '') report(`${element.nodeName}(${list.trim()})`);
  for (const child of children) checkElement(child, report);
}

import { contentTypes, NAMESPACE_R, NAMESPACES } from '#api/ooxml/names.ts';
import { writeContentTypes, writeRelationships, type Parts, type Relationship } from '#api/ooxml/parts.ts';
import { encodeXml } from '#api/ooxml/xml.ts';
import { EMPTY_TREE } from '#api/presentations/deck/tree.ts';
import { layouts, masterShapes, SLIDE, toLayoutXml, toRectangle, toShapes } from './layouts.ts';
import { toThemeXml } from './theme.ts';

const MASTER = 'ppt/slideMasters/slideMaster1.xml';
const PRESENTATION = 'ppt/presentation.xml';
const THEME = 'ppt/theme/theme1.xml';
const FIRST_MASTER_ID = 2_147_483_648;

const relationship = (id: number, type: string, target: string): Relationship => ({
  id: `rId${id}`,
  type: `${NAMESPACE_R}/${type}`,
  target,
  external: false,
});

/** The template for people who have none: AVA's own. */
export function makeDefaultTemplate(): Parts {
  const parts: Parts = new Map();
  const overrides = new Map<string, string>([
    [PRESENTATION, contentTypes.presentation],
    [MASTER, contentTypes.slideMaster],
    [THEME, contentTypes.theme],
  ]);
  const layoutParts = layouts.map((layout, index) => {
    const part = `ppt/slideLayouts/slideLayout${index + 1}.xml`;
    parts.set(part, encodeXml(toLayoutXml(layout)));
    overrides.set(part, contentTypes.slideLayout);
    writeRelationships(parts, part, [relationship(1, 'slideMaster', MASTER)]);
    return part;
  });
  parts.set(THEME, encodeXml(toThemeXml('AVA')));
  parts.set(MASTER, encodeXml(toMasterXml(layoutParts.length)));
  writeRelationships(parts, MASTER, [
    ...layoutParts.map((part, index) => relationship(index + 1, 'slideLayout', part)),
    relationship(layoutParts.length + 1, 'theme', THEME),
  ]);
  parts.set(PRESENTATION, encodeXml(toPresentationXml()));
  writeRelationships(parts, PRESENTATION, [relationship(1, 'slideMaster', MASTER), relationship(2, 'theme', THEME)]);
  writeRelationships(parts, '', [relationship(1, 'officeDocument', PRESENTATION)]);
  const defaults = new Map([
    ['rels', contentTypes.relationships],
    ['xml', 'application/xml'],
  ]);
  writeContentTypes(parts, { defaults, overrides });
  return parts;
}

function toPresentationXml(): string {
  return (
    `<p:presentation ${NAMESPACES} saveSubsetFonts="1"><p:sldMasterIdLst><p:sldMasterId id="${FIRST_MASTER_ID}" r:id="rId1"/></p:sldMasterIdLst>` +
    `<p:sldSz cx="${SLIDE.width}" cy="${SLIDE.height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`
  );
}

/** Indents and sizes of five levels of content. */
const SIZES = [2_000, 1_800, 1_600, 1_400, 1_400];
const INDENT = 285_750;

function toMasterXml(count: number): string {
  const ids = Array.from(
    { length: count },
    (_, index) => `<p:sldLayoutId id="${FIRST_MASTER_ID + 1 + index}" r:id="rId${index + 1}"/>`,
  );
  const color = (name: string) => `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`;
  const fonts = (name: string) =>
    `<a:latin typeface="+${name}-lt"/><a:ea typeface="+${name}-ea"/><a:cs typeface="+${name}-cs"/>`;
  const levels = SIZES.map(
    (size, index) =>
      `<a:lvl${index + 1}pPr marL="${INDENT * (index + 1)}" indent="-${INDENT}" algn="l" rtl="0"><a:lnSpc><a:spcPct val="100000"/></a:lnSpc>` +
      `<a:spcBef><a:spcPts val="${index === 0 ? 900 : 500}"/></a:spcBef><a:buClr><a:schemeClr val="accent1"/></a:buClr>` +
      `<a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="${size}" kern="1200">${color('tx1')}${fonts('mn')}</a:defRPr></a:lvl${index + 1}pPr>`,
  );
  return (
    `<p:sldMaster ${NAMESPACES}><p:cSld><p:bg><p:bgPr>${color('bg1')}<a:effectLst/></p:bgPr></p:bg><p:spTree>${EMPTY_TREE}` +
    `${toRectangle(2, [0, 620_000, 120_000, 720_000], 'accent1')}${toShapes(masterShapes)}</p:spTree></p:cSld>` +
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" ' +
    'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
    `<p:sldLayoutIdLst>${ids.join('')}</p:sldLayoutIdLst>` +
    '<p:txStyles><p:titleStyle><a:lvl1pPr algn="l" rtl="0"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:buNone/>' +
    `<a:defRPr sz="3200" kern="1200">${color('tx2')}${fonts('mj')}</a:defRPr></a:lvl1pPr></p:titleStyle>` +
    `<p:bodyStyle>${levels.join('')}</p:bodyStyle>` +
    `<p:otherStyle><a:lvl1pPr algn="l"><a:defRPr sz="1800" kern="1200">${color('tx1')}${fonts('mn')}</a:defRPr></a:lvl1pPr></p:otherStyle>` +
    '</p:txStyles></p:sldMaster>'
  );
}

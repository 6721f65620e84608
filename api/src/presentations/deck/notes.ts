import { textOf, type Block, type Paragraph } from '#api/presentations/content/blocks.ts';
import { contentTypes, NAMESPACE_P, NAMESPACE_R, NAMESPACES } from '#api/ooxml/names.ts';
import {
  nameOfType,
  readContentTypes,
  readRelationships,
  writeContentTypes,
  writeRelationships,
  type Parts,
} from '#api/ooxml/parts.ts';
import { encodeXml, listChildren, parseXml, serializeXml } from '#api/ooxml/xml.ts';
import { toThemeXml } from '#api/presentations/defaultTemplate/theme.ts';
import { EMPTY_TREE } from './tree.ts';

const NOTES_MASTER = 'ppt/notesMasters/notesMaster1.xml';

/** Width and height of a page of notes in EMU. */
const PAGE = { width: 6_858_000, height: 9_144_000 };

/** The blocks of a slide as paragraphs of notes; the cells of a table are separated by tabs. */
export function toNotesParagraphs(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block): Paragraph[] => {
    if (block.kind === 'paragraph') return [block];
    if (block.kind === 'picture') return block.alt ? [toParagraph(block.alt)] : [];
    return block.rows.map((row) => toParagraph(row.map(textOf).join('\t')));
  });
}

function toParagraph(text: string): Paragraph {
  return { kind: 'paragraph', style: 'text', level: 0, runs: [{ text }] };
}

/** The notes of a slide from the paragraphs of its text. */
export function toNotesXml(paragraphs: string): Uint8Array {
  return encodeXml(
    `<p:notes ${NAMESPACES}><p:cSld><p:spTree>${EMPTY_TREE}` +
      '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" ' +
      'noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>' +
      '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' +
      '<p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/>' +
      `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>` +
      '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>',
  );
}

/** Returns the part with the master of notes; creates it if the template has none. */
export function ensureNotesMaster(parts: Parts, presentation: string): string {
  const relationships = readRelationships(parts, presentation);
  const found = relationships.find((relationship) => nameOfType(relationship) === 'notesMaster');
  if (found && parts.has(found.target)) return found.target;
  const theme = findFreeTheme(parts);
  parts.set(theme, encodeXml(toThemeXml('Notes')));
  parts.set(NOTES_MASTER, encodeXml(toMasterXml()));
  writeRelationships(parts, NOTES_MASTER, [
    { id: 'rId1', type: `${NAMESPACE_R}/theme`, target: theme, external: false },
  ]);
  const types = readContentTypes(parts);
  types.overrides.set(theme, contentTypes.theme).set(NOTES_MASTER, contentTypes.notesMaster);
  writeContentTypes(parts, types);
  const id = toFreeId(relationships.map((one) => one.id));
  writeRelationships(parts, presentation, [
    ...relationships,
    { id, type: `${NAMESPACE_R}/notesMaster`, target: NOTES_MASTER, external: false },
  ]);
  listNotesMaster(parts, presentation, id);
  return NOTES_MASTER;
}

/** Returns an id that is not among these. */
export function toFreeId(ids: readonly string[]): string {
  const used = new Set(ids);
  let number = ids.length + 1;
  while (used.has(`rId${number}`)) number += 1;
  return `rId${number}`;
}

function findFreeTheme(parts: Parts): string {
  let number = 1;
  while (parts.has(`ppt/theme/theme${number}.xml`)) number += 1;
  return `ppt/theme/theme${number}.xml`;
}

/** The list of masters of notes follows that of masters of slides (ECMA-376, part 1, 19.2.1.26). */
function listNotesMaster(parts: Parts, presentation: string, id: string): void {
  const document = parseXml(parts.get(presentation)!);
  const root = document.documentElement!;
  for (const old of listChildren(root, 'notesMasterIdLst')) root.removeChild(old);
  const list = document.createElementNS(NAMESPACE_P, 'p:notesMasterIdLst');
  const entry = document.createElementNS(NAMESPACE_P, 'p:notesMasterId');
  entry.setAttributeNS(NAMESPACE_R, 'r:id', id);
  list.appendChild(entry);
  const [masters] = listChildren(root, 'sldMasterIdLst');
  root.insertBefore(list, masters?.nextSibling ?? root.firstChild);
  parts.set(presentation, serializeXml(document));
}

function toMasterXml(): string {
  const box = (top: number, height: number) =>
    `<p:spPr><a:xfrm><a:off x="685800" y="${top}"/><a:ext cx="${PAGE.width - 1_371_600}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>`;
  return (
    `<p:notesMaster ${NAMESPACES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${EMPTY_TREE}` +
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" ' +
    `noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr>${box(1_143_000, 3_086_100)}</p:sp>` +
    '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>' +
    `<p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr>${box(4_400_550, 3_600_450)}` +
    '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody></p:sp></p:spTree></p:cSld>' +
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" ' +
    'accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
    '<p:notesStyle><a:lvl1pPr><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill>' +
    '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>'
  );
}

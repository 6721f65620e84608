import type { Element } from '@xmldom/xmldom';
import { NAMESPACE_R } from '#api/ooxml/names.ts';
import { nameOfType, readRelationships, type Parts } from '#api/ooxml/parts.ts';
import { findChild, findPath, listChildren, parseXml, readNumber } from '#api/ooxml/xml.ts';
import { readPlaceholders, toTextBox, type MasterStyles, type Placeholder } from './placeholders.ts';
import { findMainPart } from './refuseTemplate.ts';
import { refuseTemplate, templateErrors } from './templateErrors.ts';
import { findTextOnAccent, type TextColor } from './themeColors.ts';

/** Real templates have up to about 150. */
export const MAX_LAYOUTS = 500;

/** A layout with its placeholders. Lengths are in EMU: 914,400 are an inch, 12,700 a point. */
export interface Layout {
  /** Unique in the template. */
  name: string;
  /** Its type in ECMA-376: `title`, `obj`, `twoObj`; `cust` if it has none. */
  type: string;
  part: string;
  placeholders: Placeholder[];
  /** Color of text on the first accent color. */
  textOnAccent: TextColor;
}

export interface Template {
  width: number;
  height: number;
  layouts: Layout[];
}

/** Size and layouts of a template in the order of PowerPoint. @throws AvaError unreadable_file */
export function readTemplate(parts: Parts): Template {
  const main = findMainPart(parts);
  const root = parseXml(parts.get(main)!).documentElement;
  const size = findChild(root, 'sldSz');
  const width = readNumber(size, 'cx') ?? 9_144_000;
  const height = readNumber(size, 'cy') ?? 6_858_000;
  const defaults = findChild(root, 'defaultTextStyle');
  const masters = readTargets(parts, main, listChildren(findChild(root, 'sldMasterIdLst'), 'sldMasterId'));
  const layouts: Layout[] = [];
  for (const master of masters) {
    const masterRoot = parseXml(parts.get(master)!).documentElement;
    const styles: MasterStyles = { root: masterRoot, defaults, width, height };
    const listed = readTargets(parts, master, listChildren(findChild(masterRoot, 'sldLayoutIdLst'), 'sldLayoutId'));
    if (layouts.length + listed.length > MAX_LAYOUTS) throw refuseTemplate(templateErrors.tooManyLayouts(MAX_LAYOUTS));
    const textOnAccent = findTextOnAccent(parts, master);
    for (const part of listed) layouts.push({ ...readLayout(parts, part, styles, layouts), textOnAccent });
  }
  return { width, height, layouts: layouts.some(hasText) ? layouts : layouts.map(addTextBoxes) };

  /** A template with blank layouts only still gives slides with a title and text. */
  function addTextBoxes(layout: Layout): Layout {
    const title = layout.placeholders.some(({ type }) => TITLES.has(type))
      ? []
      : [toTextBox('title', { width, height })];
    return { ...layout, placeholders: [...layout.placeholders, ...title, toTextBox('body', { width, height })] };
  }
}

const TITLES = new Set(['title', 'ctrTitle']);

const hasText = ({ placeholders }: Layout) =>
  placeholders.some(({ type, vertical }) => (type === 'body' || type === 'obj') && !vertical);

/** The parts to which a list of ids refers. */
function readTargets(parts: Parts, part: string, elements: readonly Element[]): string[] {
  const targets = new Map(
    readRelationships(parts, part)
      .filter((relationship) => ['slideMaster', 'slideLayout'].includes(nameOfType(relationship)))
      .map(({ id, target }) => [id, target]),
  );
  return elements.flatMap((element) => {
    const target = targets.get(element.getAttributeNS(NAMESPACE_R, 'id') ?? '');
    return target !== undefined && parts.has(target) ? [target] : [];
  });
}

const MAX_NAME_CHARACTERS = 200;

function readLayout(
  parts: Parts,
  part: string,
  styles: MasterStyles,
  before: readonly Layout[],
): Omit<Layout, 'textOnAccent'> {
  const root = parseXml(parts.get(part)!).documentElement;
  const type = root?.getAttribute('type') ?? 'cust';
  const written = findChild(root, 'cSld')?.getAttribute('name')?.trim().slice(0, MAX_NAME_CHARACTERS) ?? '';
  const tree = findPath(root, 'cSld', 'spTree');
  return {
    name: toUniqueName(written || `Layout ${before.length + 1}`, before),
    type: type.slice(0, 40),
    part,
    placeholders: readPlaceholders(tree, styles),
  };
}

function toUniqueName(name: string, before: readonly Layout[]): string {
  const names = new Set(before.map((layout) => layout.name));
  let unique = name;
  for (let count = 2; names.has(unique); count += 1) unique = `${name} (${count})`;
  return unique;
}

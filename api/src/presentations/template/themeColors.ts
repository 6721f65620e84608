import type { Element } from '@xmldom/xmldom';
import { nameOfType, readRelationships, type Parts } from '#api/ooxml/parts.ts';
import { findChild, findPath, listChildren, parseXml } from '#api/ooxml/xml.ts';

/** Colors of a theme for text: the light and the dark one. */
export type TextColor = 'lt1' | 'dk1';

const LIGHT = 'FFFFFF';
const DARK = '000000';

/** The color of text that is readable on the first accent color of a master's theme, which tables have in their header. */
export function findTextOnAccent(parts: Parts, master: string): TextColor {
  const theme = readRelationships(parts, master).find((relationship) => nameOfType(relationship) === 'theme');
  const content = theme && parts.get(theme.target);
  if (!content) return 'lt1';
  const colors = findPath(parseXml(content).documentElement, 'themeElements', 'clrScheme');
  const [accent, light, dark] = [
    readLuminance(findChild(colors, 'accent1'), DARK),
    readLuminance(findChild(colors, 'lt1'), LIGHT),
    readLuminance(findChild(colors, 'dk1'), DARK),
  ];
  return getContrast(light, accent) * LIGHT_PREFERENCE >= getContrast(dark, accent) ? 'lt1' : 'dk1';
}

/** Office uses light text on accent colors, also on accent colors of a medium luminance. */
const LIGHT_PREFERENCE = 2;

/** Relative luminance (WCAG 2) of a theme color, which is either a value or the name of a system color. */
function readLuminance(color: Element | null, fallback: string): number {
  const [value] = listChildren(color);
  const written = value?.getAttribute('lastClr') || value?.getAttribute('val') || '';
  const hex = /^[0-9a-f]{6}$/i.test(written) ? written : fallback;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const getContrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

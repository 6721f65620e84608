import { NAMESPACE_A } from '#api/ooxml/names.ts';
import { escapeXml } from '#api/ooxml/escapeXml.ts';

const colors: readonly [name: string, value: string][] = [
  ['dk1', '242424'],
  ['lt1', 'FFFFFF'],
  ['dk2', '2B2D5B'],
  ['lt2', 'F3F3FB'],
  ['accent1', '5B5FC7'],
  ['accent2', '0E8A8C'],
  ['accent3', 'C4503B'],
  ['accent4', 'B7791F'],
  ['accent5', '7B3F98'],
  ['accent6', '3F7D58'],
  ['hlink', '4F52B2'],
  ['folHlink', '7B3F98'],
];

const font = (typeface: string) => `<a:latin typeface="${typeface}"/><a:ea typeface=""/><a:cs typeface=""/>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = `<a:ln w="9525">${fill}<a:prstDash val="solid"/></a:ln>`;
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';

/** AVA's theme: colors with enough contrast on white, and fonts that Office has everywhere. */
export function toThemeXml(name: string): string {
  const scheme = colors.map(([key, value]) => `<a:${key}><a:srgbClr val="${value}"/></a:${key}>`).join('');
  return (
    `<a:theme xmlns:a="${NAMESPACE_A}" name="${escapeXml(name)}"><a:themeElements><a:clrScheme name="AVA">${scheme}</a:clrScheme>` +
    `<a:fontScheme name="AVA"><a:majorFont>${font('Segoe UI Semibold')}</a:majorFont><a:minorFont>${font('Segoe UI')}</a:minorFont></a:fontScheme>` +
    `<a:fmtScheme name="AVA"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>` +
    `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>` +
    '</a:themeElements></a:theme>'
  );
}

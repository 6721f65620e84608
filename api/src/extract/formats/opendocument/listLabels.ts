import { toLetters, toRoman } from '#api/extract/formats/office/numerals.ts';
import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';

interface ListLevel {
  isNumbered: boolean;
  format: string;
  prefix: string;
  suffix: string;
  start: number;
  /** How many levels the label shows: 2 for 1.2. */
  shown: number;
}

/** Labels of list items, as a reader of the document sees them. */
export interface ListLabels {
  /** @param counts the number of the current item at each level, from the highest */
  format(style: string, counts: readonly number[]): string;
  getStart(style: string, level: number): number;
}

const BULLET = '- ';

/** @param sources XML with list styles; a later one wins */
export function readListLabels(...sources: string[]): ListLabels {
  const styles = new Map<string, Map<number, ListLevel>>();
  for (const xml of sources) {
    let levels: Map<number, ListLevel> | null = null;
    readElements(xml, {
      open(name, attributes) {
        if (name === 'list-style' || name === 'outline-style') {
          levels = new Map();
          styles.set(getAttribute(attributes, 'name') ?? '', levels);
        }
        const kind = /^(?:list|outline)-level-style(?:-(number|bullet|image))?$/.exec(name);
        if (!kind || !levels) return;
        const format = getAttribute(attributes, 'num-format') ?? '';
        levels.set(Number(getAttribute(attributes, 'level') ?? 1), {
          isNumbered: kind[1] !== 'bullet' && kind[1] !== 'image',
          format,
          prefix: getAttribute(attributes, 'num-prefix') ?? '',
          suffix: getAttribute(attributes, 'num-suffix') ?? '',
          start: Number(getAttribute(attributes, 'start-value') ?? 1),
          shown: Number(getAttribute(attributes, 'display-levels') ?? 1),
        });
      },
      close(name) {
        if (name === 'list-style' || name === 'outline-style') levels = null;
      },
    });
  }
  return {
    getStart: (style, level) => styles.get(style)?.get(level)?.start ?? 1,
    format(style, counts) {
      const levels = styles.get(style);
      const level = levels?.get(counts.length);
      if (!level?.isNumbered) return BULLET;
      if (level.format === '') return '';
      const first = Math.max(0, counts.length - level.shown);
      const numbers = counts
        .slice(first)
        .map((count, index) => formatNumber(count, levels?.get(first + index + 1)?.format ?? '1'))
        .filter(Boolean);
      return `${level.prefix}${numbers.join('.')}${level.suffix} `;
    },
  };
}

/** The formats of `style:num-format` (OpenDocument 1.3, part 3, 19.500). */
function formatNumber(number: number, format: string): string {
  if (format === 'A') return toLetters(number);
  if (format === 'a') return toLetters(number).toLowerCase();
  if (format === 'I') return toRoman(number);
  if (format === 'i') return toRoman(number).toLowerCase();
  return format === '' ? '' : `${number}`;
}

import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';
import { toLetters, toRoman } from '#api/extract/formats/office/numerals.ts';
import { isOn, type WordStyles } from './wordStyles.ts';

interface ListLevel {
  start: number;
  /** `decimal`, `lowerLetter`, `bullet`… (ISO/IEC 29500-1, 17.18.59). */
  format: string;
  /** The label, with `%1` for the number of the highest level. */
  text: string;
  /** Whether all numbers are shown as Arabic digits: 1.01 for I.01. */
  isLegal: boolean;
  /** The style whose paragraphs are at this level. */
  styleId: string | null;
  /** The character after the label, such as a tab. */
  suffix: string;
  /** Whether the count continues after an item of a higher level. */
  continues: boolean;
}

interface ListDefinition {
  levels: Map<number, ListLevel>;
  /** A style whose list this one uses. */
  linkedStyle: string | null;
}

interface List {
  definition: string;
  starts: Map<number, number>;
  levels: Map<number, ListLevel>;
}

/** Labels of list items, as a reader of the document sees them. */
export interface Numbering {
  /**
   * The label of the next item of a list; null if there is no such list.
   * @param level null if the style decides
   * @param styleIds the style of the item and those that it is based on
   */
  next(numberingId: string, level: number | null, styleIds: readonly string[]): { label: string; level: number } | null;
}

const BULLET = '- ';
const MAX_LEVEL = 8;
const MAX_LABEL = 60;

/** @param xml `numbering.xml`; empty if the document has none */
export function readNumbering(xml: string, styles: WordStyles): Numbering {
  const { definitions, lists } = parseNumbering(xml);
  /** Current numbers by definition and level. Lists of one definition continue each other's numbers. */
  const counters = new Map<string, Map<number, number>>();
  const restarted = new Set<string>();

  function findDefinition(list: List): { id: string; definition: ListDefinition } | null {
    const definition = definitions.get(list.definition);
    if (!definition) return null;
    const linked = definition.linkedStyle === null ? null : styles.getNumbering(definition.linkedStyle);
    const target = linked ? lists.get(linked.numberingId) : undefined;
    const shared = target && target !== list ? definitions.get(target.definition) : undefined;
    return target && shared ? { id: target.definition, definition: shared } : { id: list.definition, definition };
  }

  return {
    next(numberingId, givenLevel, styleIds) {
      const list = lists.get(numberingId);
      const found = list && findDefinition(list);
      if (!list || !found) return null;
      const { id, definition } = found;
      const getLevel = (level: number) => list.levels.get(level) ?? definition.levels.get(level);
      const levels = [...definition.levels];
      const styled = styleIds
        .map((styleId) => levels.find(([, { styleId: own }]) => own === styleId)?.[0])
        .find((each) => each !== undefined);
      const level = Math.min(MAX_LEVEL, Math.max(0, givenLevel ?? styled ?? 0));
      const shape = getLevel(level);
      if (!shape) return null;
      const counts = counters.get(id) ?? new Map<number, number>();
      counters.set(id, counts);
      if (!restarted.has(numberingId)) {
        restarted.add(numberingId);
        for (const [restartedLevel, start] of list.starts) counts.set(restartedLevel, start - 1);
      }
      for (let higher = 0; higher < level; higher += 1)
        if (!counts.has(higher)) counts.set(higher, getLevel(higher)?.start ?? 1);
      counts.set(level, (counts.get(level) ?? shape.start - 1) + 1);
      for (const deeper of counts.keys()) if (deeper > level && !getLevel(deeper)?.continues) counts.delete(deeper);
      return { label: formatLabel(shape, counts, getLevel), level };
    },
  };
}

function formatLabel(
  { format, text, isLegal, suffix }: ListLevel,
  counts: ReadonlyMap<number, number>,
  getLevel: (level: number) => ListLevel | undefined,
): string {
  if (format === 'bullet') return BULLET;
  const label = text.replace(/%([1-9])/g, (_, digit: string) => {
    const level = Number(digit) - 1;
    const shape = getLevel(level);
    const own = shape?.format ?? 'decimal';
    return formatNumber(counts.get(level) ?? shape?.start ?? 1, isLegal && own !== 'decimalZero' ? 'decimal' : own);
  });
  return label === '' || label.length > MAX_LABEL ? '' : label + (suffix === 'nothing' ? '' : ' ');
}

/** Formats that Word has for other scripts are shown as Arabic digits. */
function formatNumber(number: number, format: string): string {
  if (number < 0) return `${number}`;
  switch (format) {
    case 'none':
      return '';
    case 'decimalZero':
      return `${number}`.padStart(2, '0');
    case 'upperLetter':
      return toLetters(number);
    case 'lowerLetter':
      return toLetters(number).toLowerCase();
    case 'upperRoman':
      return toRoman(number);
    case 'lowerRoman':
      return toRoman(number).toLowerCase();
    case 'ordinal':
      return number + toOrdinalEnd(number);
    default:
      return `${number}`;
  }
}

function toOrdinalEnd(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

function parseNumbering(xml: string): { definitions: Map<string, ListDefinition>; lists: Map<string, List> } {
  const definitions = new Map<string, ListDefinition>();
  const lists = new Map<string, List>();
  let definition: ListDefinition | null = null;
  let list: List | null = null;
  let level: ListLevel | null = null;
  let overridden = 0;
  readElements(xml, {
    open(name, attributes) {
      const value = getAttribute(attributes, 'val');
      if (name === 'abstractNum') {
        definition = { levels: new Map(), linkedStyle: null };
        definitions.set(getAttribute(attributes, 'abstractNumId') ?? '', definition);
      } else if (name === 'num') {
        list = { definition: '', starts: new Map(), levels: new Map() };
        lists.set(getAttribute(attributes, 'numId') ?? '', list);
      } else if (name === 'abstractNumId' && list) list.definition = value ?? '';
      else if (name === 'numStyleLink' && definition) definition.linkedStyle = value ?? null;
      else if (name === 'lvlOverride') overridden = Number(getAttribute(attributes, 'ilvl') ?? 0);
      else if (name === 'startOverride' && list) list.starts.set(overridden, Number(value ?? 1));
      else if (name === 'lvl') {
        level = {
          start: 1,
          format: 'decimal',
          text: '',
          isLegal: false,
          styleId: null,
          suffix: 'tab',
          continues: false,
        };
        (list ?? definition)?.levels.set(Number(getAttribute(attributes, 'ilvl') ?? 0), level);
      } else if (level) readLevel(level, name, value);
    },
    close(name) {
      if (name === 'lvl') level = null;
      else if (name === 'num') list = null;
      else if (name === 'abstractNum') definition = null;
    },
  });
  return { definitions, lists };
}

function readLevel(level: ListLevel, name: string, value: string | undefined): void {
  if (name === 'start') level.start = Number(value ?? 1);
  else if (name === 'numFmt') level.format = value ?? 'decimal';
  else if (name === 'lvlText') level.text = value ?? '';
  else if (name === 'isLgl') level.isLegal = isOn(value);
  else if (name === 'pStyle') level.styleId = value ?? null;
  else if (name === 'suff') level.suffix = value ?? 'tab';
  else if (name === 'lvlRestart') level.continues = value === '0';
}

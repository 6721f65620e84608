import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { readElements } from './xml.ts';

interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

/** Points that are read from all series together. The sheet contains the rest. */
const MAX_POINTS = 5_000;

/**
 * Reads a chart of DOCX, PPTX or XLSX (ISO/IEC 29500-1, 21.2) as its title and a table: a row for each category, a column for
 * each series. Values are those that the file has saved. A chart without text and values, and values beyond the limit, count as
 * unread.
 */
export function readChart(xml: string, unread: UnreadCounts): string {
  const path: string[] = [];
  const title: string[] = [];
  const axes: string[] = [];
  const series: Series[] = [];
  let current: Series | null = null;
  let index = 0;
  let points = 0;
  let collected: string | null = null;
  readElements(xml, {
    open(name, attributes) {
      path.push(name);
      if (name === 'ser') {
        current = { name: '', categories: new Map(), values: new Map() };
        series.push(current);
      } else if (name === 'pt') index = Number(attributes['idx'] ?? 0);
      else if (name === 'v' || name === 't') collected = '';
    },
    text(text) {
      if (collected !== null) collected += text;
    },
    close(name) {
      path.pop();
      if ((name !== 'v' && name !== 't') || collected === null) return;
      const text = collected.replace(/\s+/g, ' ').trim();
      collected = null;
      if (text === '') return;
      if (name === 't' && path.includes('ser')) return;
      if (name === 't') (path.some((each) => /^(cat|val|date|ser)Ax$/.test(each)) ? axes : title).push(text);
      else if (current) {
        points += 1;
        if (points > MAX_POINTS) return unread.add('chartValue');
        if (path.includes('tx')) current.name = [current.name, text].filter(Boolean).join(' ');
        else if (path.includes('cat') || path.includes('xVal')) setCategory(current, index, text, path);
        else if (path.includes('val') || path.includes('yVal')) current.values.set(index, roundValue(text));
      }
    },
  });
  return countEmpty(formatChart(title.join(''), axes, series), 'chart', unread);
}

/** Categories of several levels: the inner one comes first, and each of the outer ones covers those after it. */
function setCategory({ categories }: Series, index: number, text: string, path: readonly string[]): void {
  const isOuter = path.includes('multiLvlStrRef') && categories.has(index);
  categories.set(index, isOuter ? `${text} ${categories.get(index)}` : text);
}

/** Excel saves 0.1 + 0.2 with all digits. */
function roundValue(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? `${Number(value.toPrecision(12))}` : text;
}

function formatChart(title: string, axes: readonly string[], series: readonly Series[]): string {
  const heading = ['Chart', title].filter(Boolean).join(': ');
  const filled = series.filter(({ values }) => values.size > 0);
  if (filled.length === 0) return title === '' ? '' : heading;
  const indexes = [...new Set(filled.flatMap(({ values }) => [...values.keys()]))].toSorted((a, b) => a - b);
  const categories = filled.find((each) => each.categories.size > 0)?.categories ?? new Map<number, string>();
  const header = ['', ...filled.map(({ name }, position) => name || `Series ${position + 1}`)];
  const rows = indexes.map((index) => [
    categories.get(index) ?? `${index + 1}`,
    ...filled.map(({ values }) => values.get(index) ?? ''),
  ]);
  return [
    heading,
    ...axes.map((axis) => `Axis: ${axis}`),
    ...[header, ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

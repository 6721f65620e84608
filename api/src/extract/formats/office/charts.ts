import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { formatChart, MAX_POINTS, roundValue, setCategory, type Series } from './chartTable.ts';
import { isExtendedChart, readExtendedChart } from './extendedCharts.ts';
import { readElements } from './xml.ts';

/**
 * Reads a chart of DOCX, PPTX or XLSX (ISO/IEC 29500-1, 21.2; MS-ODRAWXML, 2.24.3) as its title and a table: a row for each category, a column for
 * each series. Values are those that the file has saved. A chart without text and values, and values beyond the limit, count as
 * unread.
 */
export function readChart(xml: string, unread: UnreadCounts): string {
  if (isExtendedChart(xml)) return readExtendedChart(xml, unread);
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
        else if (path.includes('cat') || path.includes('xVal'))
          setCategory(current, index, text, path.includes('multiLvlStrRef'));
        else if (path.includes('val') || path.includes('yVal')) current.values.set(index, roundValue(text));
      }
    },
  });
  return countEmpty(formatChart(title.join(''), axes, series), 'chart', unread);
}

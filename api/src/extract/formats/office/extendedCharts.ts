import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { formatChart, MAX_POINTS, roundValue, setCategory, type Series } from './chartTable.ts';
import { readElements } from './xml.ts';

type Points = Omit<Series, 'name'>;

/** Whether a chart is of a kind that Office has since 2016: waterfall, treemap, sunburst, funnel, histogram, box, map. */
export const isExtendedChart = (xml: string) => /<(?:\w{1,20}:)?chartData[\s>]/.test(xml);

/** These charts have their values beside their series, which refer to them by number (MS-ODRAWXML, 2.24.3). */
export function readExtendedChart(xml: string, unread: UnreadCounts): string {
  const path: string[] = [];
  const title: string[] = [];
  const axes: string[] = [];
  const points = new Map<string, Points>();
  const series: { name: string; data: string }[] = [];
  let current: Points | null = null;
  let dimension = '';
  let index = 0;
  let count = 0;
  let collected: string | null = null;
  const take = (text: string, name: string) => {
    const isPoint = name === 'pt' && current !== null;
    if (isPoint) {
      count += 1;
      if (count > MAX_POINTS) return unread.add('chartValue');
    }
    if (isPoint && dimension === 'strDim') setCategory(current!, index, text, true);
    else if (isPoint) current!.values.set(index, roundValue(text));
    else if (path.includes('axis')) axes.push(text);
    else if (path.includes('series')) {
      const last = series.at(-1);
      if (last && path.includes('tx')) last.name ||= text;
    } else if (path.includes('title')) title.push(text);
  };
  readElements(xml, {
    open(name, attributes) {
      path.push(name);
      if (name === 'data') {
        current = { categories: new Map(), values: new Map() };
        points.set(attributes['id'] ?? '', current);
      } else if (name === 'strDim' || name === 'numDim') dimension = name;
      else if (name === 'series') series.push({ name: '', data: '' });
      else if (name === 'dataId') Object.assign(series.at(-1) ?? {}, { data: attributes['val'] ?? '' });
      else if (name === 'pt') index = Number(attributes['idx'] ?? 0);
      if (name === 'pt' || name === 'v' || name === 't') collected = '';
    },
    text(text) {
      if (collected !== null) collected += text;
    },
    close(name) {
      path.pop();
      if (name === 'data') current = null;
      if ((name !== 'pt' && name !== 'v' && name !== 't') || collected === null) return;
      const text = collected.replace(/\s+/g, ' ').trim();
      collected = null;
      if (text !== '') take(text, name);
    },
  });
  const filled = series.flatMap(({ name, data }) => {
    const found = points.get(data);
    return found ? [{ name, ...found }] : [];
  });
  return countEmpty(formatChart(title.join(''), axes, filled), 'chart', unread);
}

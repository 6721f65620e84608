export interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

/** Maximum number of points read from all series together. The sheet contains the rest. */
export const MAX_POINTS = 5_000;

/** Categories of several levels: the inner one comes first, and each of the outer ones covers those after it. */
export function setCategory(
  { categories }: Pick<Series, 'categories'>,
  index: number,
  text: string,
  hasLevels: boolean,
): void {
  const isOuter = hasLevels && categories.has(index);
  categories.set(index, isOuter ? `${text} ${categories.get(index)}` : text);
}

/** Excel saves 0.1 + 0.2 with all digits. */
export function roundValue(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? `${Number(value.toPrecision(12))}` : text;
}

export function formatChart(title: string, axes: readonly string[], series: readonly Series[]): string {
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

import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { reached, type Figure } from './figures.ts';

const columns = ['', 'reached', 'aim', '', 'peer', 'ratio', ''] as const;

/** The machine the figures are from; without it they say nothing. */
export function machine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1);
  return `${cores.length} × ${cores[0]?.model.trim()}, ${memory}, ${platform()} ${release()}, Node ${process.version}, load ${load}`;
}

/** Figures as lines of equal columns: what was reached, what was aimed at, what a peer needed, the ratio of both. */
export function table(figures: readonly Figure[]): string {
  const rows = [[...columns], ...figures.map(rowOf)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => pad(cell, widths[at] ?? 0, at))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 1 || column === 5 ? cell.padStart(width) : cell.padEnd(width);
}

function rowOf(figure: Figure): string[] {
  const { name, value, unit, aim, peer, note = '' } = figure;
  const met = reached(figure);
  return [
    name,
    value === null ? 'not measured' : amount(value, unit),
    aim ? aimed(aim, unit) : '',
    met === null ? '' : met ? 'yes' : 'NO',
    peer ? `${amount(peer.value, unit)} ${peer.name}` : '',
    peer && value !== null ? ratio(value / peer.value) : '',
    note,
  ];
}

function aimed(aim: NonNullable<Figure['aim']>, unit: Figure['unit']): string {
  if ('atLeast' in aim) return `≥ ${amount(aim.atLeast, unit)}`;
  return 'below' in aim ? `< ${amount(aim.below, unit)}` : `≤ ${amount(aim.atMost, unit)}`;
}

function amount(value: number, unit: Figure['unit']): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}

function ratio(value: number): string {
  return Number.isFinite(value) ? `× ${value >= 10 ? value.toFixed(0) : value.toFixed(2)}` : '';
}

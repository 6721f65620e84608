import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { isReached, type Figure } from './figures.ts';

const columns = ['', 'value', 'target', '', 'peer', 'ratio', ''] as const;

/** Describes the machine, because figures of different machines cannot be compared. */
export function describeMachine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1);
  return `${cores.length} × ${cores[0]?.model.trim()}, ${memory}, ${platform()} ${release()}, Node ${process.version}, load ${load}`;
}

/** Formats figures as aligned columns: value, target, whether it is met, peer, ratio to the peer, note. */
export function formatTable(figures: readonly Figure[]): string {
  const rows = [[...columns], ...figures.map(toRow)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 1 || column === 5 ? cell.padStart(width) : cell.padEnd(width);
}

function toRow(figure: Figure): string[] {
  const { name, value, unit, aim, peer, note = '' } = figure;
  const isMet = isReached(figure);
  return [
    name,
    value === null ? 'not measured' : formatAmount(value, unit),
    aim ? formatAim(aim, unit) : '',
    isMet === null ? '' : isMet ? 'yes' : 'NO',
    peer ? `${formatAmount(peer.value, unit)} ${peer.name}` : '',
    peer && value !== null ? formatRatio(value / peer.value) : '',
    note,
  ];
}

function formatAim(aim: NonNullable<Figure['aim']>, unit: Figure['unit']): string {
  if ('atLeast' in aim) return `≥ ${formatAmount(aim.atLeast, unit)}`;
  return 'below' in aim ? `< ${formatAmount(aim.below, unit)}` : `≤ ${formatAmount(aim.atMost, unit)}`;
}

function formatAmount(value: number, unit: Figure['unit']): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}

function formatRatio(value: number): string {
  return Number.isFinite(value) ? `× ${value >= 10 ? value.toFixed(0) : value.toFixed(2)}` : '';
}

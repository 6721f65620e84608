/** One line of the table. */
export interface Figure {
  name: string;
  /** `null` where it could not be measured; `note` says why. */
  value: number | null;
  unit: 'ms' | 's' | 'MB' | 'KB' | 'pages/s' | '%' | '';
  aim?: { below: number } | { atMost: number } | { atLeast: number };
  /** The same work done by somebody else, in the same run on the same machine, in the same unit. */
  peer?: { name: string; value: number };
  note?: string;
}

export interface BenchOptions {
  /** Small numbers, to see that everything works; the figures mean little. */
  quick: boolean;
  /** Folders of judged collections to rank, instead of the invented ones. */
  collection?: string | undefined;
}

/** One measure: takes its time, cleans up behind itself and says what it found. */
export type Measure = (options: BenchOptions) => Promise<Figure[]>;

/** The value below which `share` (0 to 1) of the values lie, by the nearest rank; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const reached = ({ value, aim }: Figure): boolean | null => {
  if (!aim || value === null) return null;
  if ('atLeast' in aim) return value >= aim.atLeast;
  return 'below' in aim ? value < aim.below : value <= aim.atMost;
};

/** One line of the table that the bench prints. */
export interface Figure {
  name: string;
  /** `null` if it could not be measured; `note` gives the reason. */
  value: number | null;
  unit: 'ms' | 's' | 'MB' | 'KB' | 'pages/s' | '%' | '';
  aim?: { below: number } | { atMost: number } | { atLeast: number };
  /** Another implementation of the same work, measured in the same run and unit. */
  peer?: { name: string; value: number };
  note?: string;
}

export interface BenchOptions {
  /** Small inputs that only check whether the measure works. */
  quick: boolean;
  /** Folders of judged collections that replace the generated ones. */
  collection?: string | undefined;
  /** A question file, and the folder of its files, that replace the invented set. */
  questions?: string | undefined;
  corpus?: string | undefined;
}

/** Measures, cleans up and returns figures. */
export type Measure = (options: BenchOptions) => Promise<Figure[]>;

/** Nearest-rank percentile for a share from 0 to 1; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const isReached = ({ value, aim }: Figure): boolean | null => {
  if (!aim || value === null) return null;
  if ('atLeast' in aim) return value >= aim.atLeast;
  return 'below' in aim ? value < aim.below : value <= aim.atMost;
};

import { makeStyles, tokens } from '@fluentui/react-components';
import { useRef } from 'react';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useElementWidth } from '#tab/ui/useElementWidth.ts';
import { formatCount, getChartMaximum, type ChartPoint } from './usage.rules.ts';

const HEIGHT = 200;
/** Space for the numbers at the start and the days below. */
const START = 56;
const BOTTOM = 24;
const TOP = 12;

const useStyles = makeStyles({
  // The chart keeps its height while the width is measured.
  root: { minHeight: `${HEIGHT}px` },
  chart: { display: 'block' },
  bar: {
    fill: tokens.colorCompoundBrandBackground,
    forcedColorAdjust: 'none',
    '@media (forced-colors: active)': { fill: 'CanvasText' },
  },
  line: { stroke: tokens.colorNeutralStroke2 },
  text: { fill: tokens.colorNeutralForeground3, fontSize: '12px', fontFamily: tokens.fontFamilyBase },
});

/** A bar for each day. For screen readers the chart has only a name, because the table has the same numbers. */
export function UsageChart({ label, series }: { label: string; series: readonly ChartPoint[] }) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const width = useElementWidth(root);
  const maximum = getChartMaximum(series.map(({ value }) => value));
  const slot = (width - START) / Math.max(1, series.length);
  const height = HEIGHT - TOP - BOTTOM;
  const toY = (value: number) => TOP + height * (1 - value / maximum);
  const [first, last] = [series[0], series.at(-1)];
  return (
    <div ref={root} className={styles.root}>
      {width > START && (
        <svg role="img" aria-label={label} width={width} height={HEIGHT} className={styles.chart}>
          {(maximum % 2 > 0 ? [0, maximum] : [0, maximum / 2, maximum]).map((value) => (
            <g key={value}>
              <line x1={START} x2={width} y1={toY(value)} y2={toY(value)} className={styles.line} />
              <text x={START - 8} y={toY(value) + 4} textAnchor="end" className={styles.text}>
                {formatCount(value)}
              </text>
            </g>
          ))}
          {series.map(({ day, value }, index) => (
            <rect
              key={day}
              x={START + index * slot + slot * 0.15}
              width={slot * 0.7}
              y={toY(value)}
              height={Math.max(0, toY(0) - toY(value))}
              className={styles.bar}
            >
              <title>{`${formatDate(day, 'medium')}: ${formatCount(value)}`}</title>
            </rect>
          ))}
          {first && last && (
            <>
              <text x={START} y={HEIGHT - 6} className={styles.text}>
                {formatDate(first.day, 'medium')}
              </text>
              <text x={width} y={HEIGHT - 6} textAnchor="end" className={styles.text}>
                {formatDate(last.day, 'medium')}
              </text>
            </>
          )}
        </svg>
      )}
    </div>
  );
}

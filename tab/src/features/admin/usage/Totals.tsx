import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { formatCount } from './usage.rules.ts';

/** Sums side by side, by their labels. */
export function Totals({ totals }: { totals: Readonly<Record<string, number>> }) {
  const styles = useAdminStyles();
  return (
    <dl className={styles.totals}>
      {Object.entries(totals).map(([label, count]) => (
        <div key={label}>
          <dt className={styles.quiet}>{label}</dt>
          <dd className={styles.total}>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

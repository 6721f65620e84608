import type { FieldChange } from '#contract/admin/admin.ts';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';

/** Fields with their values before and after. */
export function ChangeTable({ label, changes }: { label: string; changes: readonly FieldChange[] }) {
  const styles = useAdminStyles();
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.from}</th>
            <th scope="col">{texts.to}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row" className={styles.field}>
                {texts.fields[field]}
              </th>
              <td className={styles.values}>{from}</td>
              <td className={styles.values}>{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

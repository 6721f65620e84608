import { Text } from '@fluentui/react-components';
import type { Budgets } from '#contract/admin/organizationSettings.ts';
import { changeField } from '#tab/features/admin/admin.actions.ts';
import { parseNumber } from '#tab/features/admin/admin.rules.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { TextField } from '#tab/features/admin/fields.tsx';
import { ItemList } from '#tab/features/admin/ItemList.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';

type Department = Budgets['departments'][number];
/** Typed text that is not a number makes the draft invalid. */
const toLimit = (text: string) => parseNumber(text) as number | null;

/** Budgets per person and department, and how long chats are kept. */
export function BudgetsSection({ draft, changed, problems }: Draft) {
  const styles = useAdminStyles();
  const { budgets, retentionDays } = draft;
  return (
    <>
      <Text className={styles.quiet}>{texts.budgetsLine}</Text>
      <div className={styles.row}>
        {(['day', 'month'] as const).map((period) => (
          <TextField
            key={period}
            label={texts.fields[`budgets.person.${period}`]}
            type="number"
            value={budgets.person[period]}
            changed={changed.has(`budgets.person.${period}`)}
            problem={problems[`budgets.person.${period}`]}
            onChange={(text) => changeField(`budgets.person.${period}`, toLimit(text))}
          />
        ))}
      </div>
      <ItemList<Department>
        field="budgets.departments"
        line={texts.departmentsLine}
        items={budgets.departments}
        changed={changed.has('budgets.departments')}
        problems={problems}
        getName={({ department }) => department}
        create={() => ({ day: null, month: null, department: '' })}
        render={({ department, day, month }, change, path) => (
          <>
            <TextField
              label={texts.item.department}
              value={department}
              problem={problems[`${path}.department`]}
              onChange={(value) => change({ department: value })}
            />
            <div className={styles.row}>
              <TextField
                label={texts.item.day}
                type="number"
                value={day}
                problem={problems[`${path}.day`]}
                onChange={(text) => change({ day: toLimit(text) })}
              />
              <TextField
                label={texts.item.month}
                type="number"
                value={month}
                problem={problems[`${path}.month`]}
                onChange={(text) => change({ month: toLimit(text) })}
              />
            </div>
          </>
        )}
      />
      <TextField
        label={texts.fields.retentionDays}
        type="number"
        hint={texts.retentionHint}
        value={retentionDays}
        changed={changed.has('retentionDays')}
        problem={problems['retentionDays']}
        onChange={(text) => changeField('retentionDays', parseNumber(text))}
      />
    </>
  );
}

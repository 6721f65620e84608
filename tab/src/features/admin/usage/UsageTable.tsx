import type { Usage } from '#contract/admin/usage.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { formatCount } from './usage.rules.ts';

const texts = adminTexts.usage;

/** Days with usage, newest first, with the models of each. */
export function UsageTable({ usage }: { usage: Usage }) {
  const styles = useAdminStyles();
  const days = usage.days.filter(({ questions, likes, dislikes }) => questions + likes + dislikes > 0).toReversed();
  const columns = [
    texts.day,
    texts.total.people,
    texts.total.questions,
    texts.promptTokens,
    texts.answerTokens,
    texts.total.likes,
    texts.total.dislikes,
    texts.models,
  ];
  return (
    <div className={styles.scroll} role="region" aria-label={texts.table} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row" className={styles.number}>
                {formatDate(day.day, 'medium')}
              </th>
              {[day.people, day.questions, day.prompt_tokens, day.answer_tokens, day.likes, day.dislikes].map(
                (value, index) => (
                  <td key={columns[index + 1]} className={styles.number}>
                    {formatCount(value)}
                  </td>
                ),
              )}
              <td className={styles.models}>
                {day.models
                  .map(({ model, prompt_tokens, answer_tokens }) =>
                    texts.modelTokens(model, formatCount(prompt_tokens + answer_tokens)),
                  )
                  .join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

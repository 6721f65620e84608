import { Text } from '@fluentui/react-components';
import { getLastEvaluation, type EvaluationFigures, type EvaluationRun } from '#contract/admin/evaluation.ts';
import { api } from '#tab/api.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { Totals } from '#tab/features/admin/usage/Totals.tsx';
import { formatCount } from '#tab/features/admin/usage/usage.rules.ts';

const texts = adminTexts.evaluation;

const fetchEvaluation = (_: string, signal: AbortSignal) => api.call(getLastEvaluation, {}, { signal });

const formatShare = (share: number | null) => (share === null ? texts.nothing : texts.percent(Math.round(share * 100)));

const columns: readonly (readonly [title: string, get: (figures: EvaluationFigures) => string])[] = [
  [texts.outcomes.questions, ({ questions }) => formatCount(questions)],
  [texts.evidence, ({ evidence_all }) => formatShare(evidence_all)],
  [texts.outcomes.right, ({ right }) => formatCount(right)],
  [texts.outcomes.partly, ({ partly }) => formatCount(partly)],
  [texts.outcomes.wrong, ({ wrong }) => formatCount(wrong)],
  [texts.outcomes.refused_rightly, ({ refused_rightly }) => formatCount(refused_rightly)],
  [texts.outcomes.refused_wrongly, ({ refused_wrongly }) => formatCount(refused_wrongly)],
  [texts.outcomes.failed, ({ failed }) => formatCount(failed)],
  [texts.precision, ({ citation_precision }) => formatShare(citation_precision)],
  [texts.recall, ({ citation_recall }) => formatShare(citation_recall)],
  [texts.looks, ({ looks }) => looks.toFixed(1)],
  [texts.tokens, ({ tokens }) => (tokens === null ? texts.nothing : formatCount(tokens))],
  [texts.seconds, ({ seconds }) => seconds.toFixed(1)],
];

/** The figures of the last run of `npm run evaluate`: in total, and by the kind of the questions. */
export function EvaluationSection() {
  const styles = useAdminStyles();
  const [fetched, retry] = useFetched('evaluation', fetchEvaluation, texts.failed);
  return (
    <>
      <Text className={styles.quiet}>{texts.line}</Text>
      {(fetched.name === 'loading' || fetched.name === 'idle') && (
        <TextSkeleton label={adminTexts.sections.evaluation} />
      )}
      {fetched.name === 'failed' && (
        <ErrorMessage text={texts.failed} retry={{ label: adminTexts.retry, action: retry }} />
      )}
      {fetched.name === 'ready' &&
        (fetched.value.run ? <LastRun run={fetched.value.run} /> : <Text>{texts.none}</Text>)}
    </>
  );
}

function LastRun({ run: { ended_at, model, judge, files, total, kinds } }: { run: EvaluationRun }) {
  const styles = useAdminStyles();
  const totals = Object.fromEntries(
    Object.entries(texts.outcomes).map(([name, label]) => [label, total[name as keyof typeof texts.outcomes]]),
  );
  return (
    <>
      <Text>{texts.run(formatDate(ended_at, 'medium'), model, formatCount(files))}</Text>
      <Totals totals={totals} />
      <Text className={styles.quiet}>{judge === null ? texts.judgedByRules : texts.judgedBy(judge)}</Text>
      <div className={styles.scroll} role="region" aria-label={texts.table} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[texts.kind, ...columns.map(([title]) => title)].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...kinds, { ...total, kind: texts.all }].map((figures, index) => (
              <tr key={index}>
                <th scope="row" className={styles.number}>
                  <bdi>{figures.kind}</bdi>
                </th>
                {columns.map(([title, get]) => (
                  <td key={title} className={styles.number}>
                    {get(figures)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

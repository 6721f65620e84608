import { Button, Field, Select, Text } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { getUsage, usagePeriods, type Usage, type UsagePeriod, getUsageCsv } from '#contract/admin/usage.ts';
import { isAvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { Totals } from '#tab/features/admin/usage/Totals.tsx';
import { figures, sumUsage, toSeries, type Figure } from '#tab/features/admin/usage/usage.rules.ts';
import { UsageChart } from '#tab/features/admin/usage/UsageChart.tsx';
import { UsageTable } from '#tab/features/admin/usage/UsageTable.tsx';

/** How long the file's address is kept, so that the browser has time to start the download. */
const ADDRESS_KEPT_MS = 60_000;

const texts = adminTexts.usage;

const fetchUsage = (days: string, signal: AbortSignal) =>
  api.call(getUsage, { days: Number(days) as UsagePeriod }, { signal });

/** People, questions, tokens and thumbs of a period: sums, a chart by day, and the same as a table and CSV. */
export function UsageSection() {
  const styles = useAdminStyles();
  const [period, setPeriod] = useState<UsagePeriod>(30);
  const [fetched, retry] = useFetched(String(period), fetchUsage, texts.failed);
  return (
    <>
      <Text className={styles.quiet}>{texts.line}</Text>
      <Field label={texts.period}>
        <Select value={String(period)} onChange={(_, { value }) => setPeriod(Number(value) as UsagePeriod)}>
          {usagePeriods.map((days) => (
            <option key={days} value={days}>
              {texts.periods[days]}
            </option>
          ))}
        </Select>
      </Field>
      {(fetched.name === 'loading' || fetched.name === 'idle') && <TextSkeleton label={adminTexts.sections.usage} />}
      {fetched.name === 'failed' && (
        <ErrorMessage text={texts.failed} retry={{ label: adminTexts.retry, action: retry }} />
      )}
      {fetched.name === 'ready' && <Figures usage={fetched.value} period={period} />}
    </>
  );
}

function Figures({ usage, period }: { usage: Usage; period: UsagePeriod }) {
  const styles = useAdminStyles();
  const [figure, setFigure] = useState<Figure>('questions');
  const [isTableOpen, setTableOpen] = useState(false);
  const sums = sumUsage(usage);
  const totals = Object.fromEntries(
    Object.entries(texts.total).map(([name, label]) => [label, sums[name as keyof typeof sums]]),
  );
  if (sums.questions === 0 && sums.likes === 0 && sums.dislikes === 0) return <Text>{texts.none}</Text>;
  return (
    <>
      <Totals totals={totals} />
      <Field label={texts.figure}>
        <Select value={figure} onChange={(_, { value }) => setFigure(value as Figure)}>
          {figures.map((name) => (
            <option key={name} value={name}>
              {texts.figures[name]}
            </option>
          ))}
        </Select>
      </Field>
      <UsageChart label={texts.chart(texts.figures[figure], texts.periods[period])} series={toSeries(usage, figure)} />
      <div className={styles.actions}>
        <Button aria-expanded={isTableOpen} onClick={() => setTableOpen(!isTableOpen)}>
          {isTableOpen ? texts.hideTable : texts.showTable}
        </Button>
        <Button icon={<ArrowDownload20Regular />} onClick={() => void downloadUsage(period)}>
          {texts.download}
        </Button>
      </div>
      {isTableOpen && <UsageTable usage={usage} />}
    </>
  );
}

async function downloadUsage(days: UsagePeriod): Promise<void> {
  try {
    const file = await api.bytes(getUsageCsv, { days });
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = `AVA usage, last ${days} days.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS);
  } catch (cause) {
    logFailure(adminTexts.usage.downloadFailed, cause);
    showToast('error', isAvaError(cause) ? cause.detail : adminTexts.usage.downloadFailed);
  }
}

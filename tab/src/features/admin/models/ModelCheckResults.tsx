import { makeStyles, Text, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  ErrorCircle20Regular,
  Subtract20Regular,
  Warning20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { modelCheckLabels, type CheckOutcome, type CheckResult } from '#contract/admin/modelCheck.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import type { ModelCheckState } from './modelCheck.state.ts';

const texts = adminTexts.models;

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    margin: '0',
    padding: '0',
    listStyleType: 'none',
  },
  result: { display: 'flex', gap: tokens.spacingHorizontalS, '& > svg': { flexShrink: 0 } },
  lines: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  works: { color: tokens.colorStatusSuccessForeground1 },
  limited: { color: tokens.colorStatusWarningForeground1 },
  fails: { color: tokens.colorStatusDangerForeground1 },
  skipped: { color: tokens.colorNeutralForeground3 },
  entry: {
    margin: '0',
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    overflowX: 'auto',
  },
});

const icons: Readonly<Record<CheckOutcome, ReactElement>> = {
  works: <CheckmarkCircle20Filled aria-hidden />,
  limited: <Warning20Regular aria-hidden />,
  fails: <ErrorCircle20Regular aria-hidden />,
  skipped: <Subtract20Regular aria-hidden />,
};

/** What went wrong with the check itself, a line for each thing that was checked, and the entry for MODELS_FILE if AVA had to learn something. */
export function ModelCheckResults({ label, state }: { label: string; state: ModelCheckState }) {
  const styles = useStyles();
  const { quiet } = useAdminStyles();
  return (
    <>
      {state.name === 'failed' && <ErrorMessage text={state.detail} />}
      {state.results.length > 0 && (
        <ul aria-label={texts.resultsOf(label)} className={styles.list}>
          {state.results.map((result) => (
            <Result key={result.check} result={result} />
          ))}
        </ul>
      )}
      {state.name === 'done' && state.entry !== null && (
        <>
          <Text className={quiet}>{texts.learned}</Text>
          <pre className={styles.entry} tabIndex={0} role="region" aria-label={texts.entryOf(label)}>
            {state.entry}
          </pre>
        </>
      )}
    </>
  );
}

function Result({ result: { check, outcome, detail, advice, ms } }: { result: CheckResult }) {
  const styles = useStyles();
  const { quiet } = useAdminStyles();
  return (
    <li className={styles.result}>
      <span className={styles[outcome]}>{icons[outcome]}</span>
      <div className={styles.lines}>
        <span>
          <Text weight="semibold">{`${modelCheckLabels[check]}: ${texts.outcomes[outcome]}`}</Text>
          {outcome !== 'skipped' && <Text className={quiet}>{` · ${texts.time(ms)}`}</Text>}
        </span>
        <Text>{detail}</Text>
        {advice !== '' && <Text>{advice}</Text>}
      </div>
    </li>
  );
}

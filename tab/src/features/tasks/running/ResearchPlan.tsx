import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  ChevronDown20Regular,
  ChevronRight20Regular,
  Clock20Regular,
  ErrorCircle20Regular,
  RecordStop20Regular,
  SubtractCircle20Regular,
} from '@fluentui/react-icons';
import { Suspense, useId, useState, type ReactElement } from 'react';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { PlannedQuestion, PlannedState } from '#contract/tasks/research.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { listCited } from './outputs.rules.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', minWidth: 0 },
  heading: { alignSelf: 'flex-start', minWidth: 0, paddingInline: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    margin: `${tokens.spacingVerticalXS} 0 0`,
    padding: 0,
    listStyleType: 'none',
  },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    width: '100%',
    minWidth: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS}`,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    '@media (max-width: 679px)': { minHeight: '44px' },
    // The contrast theme fills the row under the pointer with its highlight color.
    ':hover': { '& > span': { color: 'inherit' }, '& svg': { color: 'inherit' } },
  },
  icon: { display: 'flex', flexShrink: 0, width: '20px', justifyContent: 'center' },
  found: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  question: { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  state: { flexShrink: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  details: { minWidth: 0, paddingInlineStart: '28px' },
});

const icons: Record<PlannedState, ReactElement> = {
  waiting: <Clock20Regular />,
  running: <Spinner size="extra-tiny" aria-hidden />,
  found: <CheckmarkCircle20Filled />,
  nothing: <SubtractCircle20Regular />,
  failed: <ErrorCircle20Regular />,
  stopped: <RecordStop20Regular />,
};

interface Props {
  plan: readonly PlannedQuestion[];
  /** The sources of the whole output. */
  links: readonly Citation[];
  isRunning: boolean;
}

/** The plan of a research: its questions, each with what was looked up and found. It is closed once the report is written. */
export function ResearchPlan({ plan, links, isRunning }: Props) {
  const styles = useStyles();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isRunning;
  return (
    <section className={styles.root} aria-label={taskTexts.research.plan}>
      <Button
        appearance="subtle"
        size="small"
        className={styles.heading}
        icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        {taskTexts.research.planOf(plan.length)}
      </Button>
      {isOpen && (
        <ol className={styles.list}>
          {plan.map((planned, index) => (
            <li key={index}>
              <PlannedRow planned={planned} links={links} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function PlannedRow({ planned, links }: { planned: PlannedQuestion; links: readonly Citation[] }) {
  const styles = useStyles();
  const { AnswerView } = useSlots();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const detailsId = useId();
  const { question, state, finding, calls } = planned;
  const hasDetails = calls.length > 0 || finding !== '';
  const isOpen = hasDetails && (chosen ?? state === 'running');
  const line = (
    <>
      <span
        className={mergeClasses(styles.icon, state === 'found' && styles.found, state === 'failed' && styles.failed)}
      >
        {icons[state]}
      </span>
      <bdi className={styles.question}>{question}</bdi>{' '}
      <span className={styles.state}>{taskTexts.research.states[state]}</span>
    </>
  );
  if (!hasDetails) return <div className={styles.row}>{line}</div>;
  return (
    <>
      <Button
        appearance="subtle"
        className={styles.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        {line}
        <span className={styles.icon}>{isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}</span>
      </Button>
      {isOpen && (
        <div id={detailsId} className={styles.details}>
          <Suspense>
            <AnswerView text={finding} streaming={false} links={listCited(finding, links)} calls={calls} />
          </Suspense>
        </div>
      )}
    </>
  );
}

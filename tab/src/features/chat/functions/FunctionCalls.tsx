import { Button, mergeClasses, Spinner } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  EyeOffRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { useId, useState } from 'react';
import type { CallState, FunctionCall } from '../../../../../api/contract/runs/functionCalls.ts';
import { CallResults } from './CallResults.tsx';
import { useFunctionStyles } from './functions.styles.ts';
import { functionTexts } from './functions.texts.ts';

/** The functions that AVA called for an answer; each opens its results. */
export function FunctionCalls({ calls }: { calls: readonly FunctionCall[] }) {
  const styles = useFunctionStyles();
  if (calls.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={functionTexts.calls}>
      {calls.map((call) => (
        <li key={call.id}>
          <Call call={call} />
        </li>
      ))}
    </ul>
  );
}

function Call({ call: { title, asked, state } }: { call: FunctionCall }) {
  const styles = useFunctionStyles();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const canOpen = hasDetails(state);
  return (
    <>
      <Button
        appearance="transparent"
        className={styles.head}
        aria-expanded={canOpen ? isOpen : undefined}
        aria-controls={canOpen && isOpen ? detailsId : undefined}
        disabledFocusable={!canOpen}
        onClick={() => canOpen && setOpen(!isOpen)}
      >
        <CallIcon state={state} />
        <span className={styles.title}>{title}</span>
        {asked !== '' && (
          <bdi className={styles.asked} title={asked}>
            {asked}
          </bdi>
        )}
        <span className={styles.outcome}>{getOutcome(state)}</span>
        {canOpen && <span className={styles.icon}>{isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}</span>}
      </Button>
      {canOpen && isOpen && (
        <div id={detailsId}>
          <CallDetails state={state} />
        </div>
      )}
    </>
  );
}

function CallIcon({ state }: { state: CallState }) {
  const styles = useFunctionStyles();
  switch (state.name) {
    case 'running':
      return <Spinner size="extra-tiny" />;
    case 'done':
      return <CheckmarkCircleRegular className={mergeClasses(styles.icon, styles.done)} />;
    case 'failed':
      return <WarningRegular className={mergeClasses(styles.icon, styles.failed)} />;
    case 'hidden':
      return <EyeOffRegular className={mergeClasses(styles.icon, styles.done)} />;
    default:
      return state satisfies never;
  }
}

function CallDetails({ state }: { state: CallState }) {
  const styles = useFunctionStyles();
  if (state.name === 'done') return <CallResults found={state.found} results={state.results} />;
  const note = state.name === 'failed' ? state.reason : functionTexts.hiddenDetail;
  return <p className={styles.note}>{note}</p>;
}

function hasDetails(state: CallState): boolean {
  return state.name === 'done' ? state.results.length > 0 : state.name !== 'running';
}

function getOutcome(state: CallState): string {
  return state.name === 'done' ? functionTexts.found(state.found) : functionTexts[state.name];
}

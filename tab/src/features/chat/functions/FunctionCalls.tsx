import { Button, mergeClasses, Spinner } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  EyeOffRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { useId, useState } from 'react';
import type { CallState, FunctionCall } from '#contract/runs/functionCalls.ts';
import { CallResults } from './CallResults.tsx';
import { getOutcome } from './functions.rules.ts';
import { useFunctionStyles } from './functions.styles.ts';
import { functionTexts } from './functions.texts.ts';

/** If the request is longer than this, an open row repeats it below, because a narrow row cuts it. */
const LONG_ASKED = 30;

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

function Call({ call }: { call: FunctionCall }) {
  const styles = useFunctionStyles();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { state } = call;
  if (!hasDetails(state))
    return (
      <div className={styles.head}>
        <CallLine call={call} />
      </div>
    );
  return (
    <>
      <Button
        appearance="transparent"
        className={mergeClasses(styles.head, styles.button)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <CallLine call={call} />
        <span className={styles.icon}>{isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}</span>
      </Button>
      {isOpen && (
        <div id={detailsId}>
          {call.asked.length > LONG_ASKED && (
            <p className={styles.note}>
              <bdi>{call.asked}</bdi>
            </p>
          )}
          <CallDetails state={state} />
        </div>
      )}
    </>
  );
}

/**
 * The spaces between the parts are for the accessible name of the button. They are not visible, because the parts are
 * flex items.
 */
function CallLine({ call: { title, asked, state } }: { call: FunctionCall }) {
  const styles = useFunctionStyles();
  return (
    <>
      <CallIcon state={state} />
      <span className={styles.title}>{title}</span>{' '}
      {asked !== '' && (
        <bdi className={styles.asked} title={asked}>
          {asked}
        </bdi>
      )}{' '}
      <span className={styles.outcome}>{getOutcome(state)}</span>
    </>
  );
}

function CallIcon({ state }: { state: CallState }) {
  const styles = useFunctionStyles();
  switch (state.name) {
    case 'running':
      return <Spinner size="extra-tiny" aria-hidden />;
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

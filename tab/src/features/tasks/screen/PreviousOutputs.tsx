import { Dropdown, Option, Text } from '@fluentui/react-components';
import { useId } from 'react';
import { setPreviousOutputs } from '#tab/features/tasks/editing/edit.actions.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';

interface Props {
  taskId: string;
  step: EditedStep;
  /** The earlier steps, in order. */
  earlier: readonly { stepId: string; title: string }[];
}

/** The earlier steps whose outputs a step reads. */
export function PreviousOutputs({ taskId, step, earlier }: Props) {
  const styles = useTaskStyles();
  const labelId = useId();
  const chosen = step.usePreviousStepOutput;
  const found = earlier.filter(({ stepId }) => chosen.includes(stepId));
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <span id={labelId} className={styles.label}>
          {taskTexts.previousOutput}
        </span>
        <Dropdown
          multiselect
          size="small"
          className={styles.dropdown}
          aria-labelledby={labelId}
          value={found.map(({ title }) => title).join(', ') || taskTexts.noPrevious}
          selectedOptions={found.map(({ stepId }) => stepId)}
          onOptionSelect={(_, { selectedOptions }) => setPreviousOutputs(taskId, step.stepId, selectedOptions)}
        >
          {earlier.map(({ stepId, title }) => (
            <Option key={stepId} value={stepId}>
              {title}
            </Option>
          ))}
        </Dropdown>
      </div>
      {chosen.length === 0 && <Text className={styles.hint}>{taskTexts.noPreviousHint}</Text>}
      {found.length < chosen.length && (
        <Text className={styles.danger} role="alert">
          {taskTexts.brokenPrevious}
        </Text>
      )}
    </div>
  );
}

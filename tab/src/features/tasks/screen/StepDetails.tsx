import { Button, Field, Textarea } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { MAX_STEP_DETAIL_CHARACTERS } from '#contract/limits.ts';
import { setStepDetail } from '#tab/features/tasks/editing/edit.actions.ts';
import { stepDetails } from '#tab/features/tasks/editing/steps.rules.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';

interface Props {
  taskId: string;
  step: EditedStep;
  title: string;
}

/** Instructions, actions, goal and format of a step, which are added to its prompt. They are open if one is filled. */
export function StepDetails({ taskId, step: { stepId, stepInput }, title }: Props) {
  const styles = useTaskStyles();
  const [isOpen, setOpen] = useState(() => stepDetails.some((field) => stepInput[field].trim() !== ''));
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <Button
          appearance="subtle"
          size="small"
          className={styles.disclosure}
          icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
          aria-expanded={isOpen}
          aria-label={taskTexts.detailsOf(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {taskTexts.details}
        </Button>
      </div>
      {isOpen &&
        stepDetails.map((field) => (
          <Field key={field} label={taskTexts.stepDetails[field].label}>
            <Textarea
              value={stepInput[field]}
              placeholder={taskTexts.stepDetails[field].placeholder}
              resize="vertical"
              rows={2}
              maxLength={MAX_STEP_DETAIL_CHARACTERS}
              onChange={(_, { value }) => setStepDetail(taskId, stepId, field, value)}
            />
          </Field>
        ))}
    </div>
  );
}

import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { StepContent, TaskConflict } from '#contract/tasks/tasks.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { defaultStepTitle } from '#contract/tasks/taskRules.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import type { EditedTask } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import type { Choice } from './merge.rules.ts';
import { resolve } from './save.actions.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '760px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  part: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { fontWeight: tokens.fontWeightSemibold, padding: 0, marginBottom: tokens.spacingVerticalXS },
  versions: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  version: {
    boxSizing: 'border-box',
    maxHeight: '160px',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalS,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    borderRadius: tokens.borderRadiusMedium,
    // In the contrast theme all backgrounds are black.
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  who: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface Props {
  task: EditedTask;
  conflict: TaskConflict;
  onClose: () => void;
}

/** Shows both versions of each part that two windows changed, and asks which one to keep. */
export default function ConflictDialog({ task, conflict, onClose }: Props) {
  const styles = useStyles();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const choose = (key: string, choice: Choice) => setChoices({ ...choices, [key]: choice });
  const head = conflict.task;
  return (
    <Modal title={taskTexts.conflict.title} modalType="alert" className={styles.surface} onClose={onClose}>
      <DialogContent className={styles.content}>
        <span>{taskTexts.conflict.line}</span>
        {head && (
          <Part
            legend={taskTexts.conflict.task}
            mine={describeTask(head.mine)}
            theirs={describeTask(head.theirs)}
            choice={choices['task'] ?? 'both'}
            onChoose={(choice) => choose('task', choice)}
          />
        )}
        {conflict.steps.map(({ stepId, mine, theirs }) => (
          <Part
            key={stepId}
            legend={findTitle(task, stepId, mine ?? theirs)}
            mine={describeStep(mine)}
            theirs={describeStep(theirs)}
            choice={choices[stepId] ?? 'both'}
            onChoose={(choice) => choose(stepId, choice)}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{taskTexts.cancel}</Button>
        <Button
          appearance="primary"
          onClick={() => {
            void resolve(task.TaskId, choices);
            onClose();
          }}
        >
          {taskTexts.conflict.keep}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface PartProps {
  legend: string;
  mine: string;
  theirs: string;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

function Part({ legend, mine, theirs, choice, onChoose }: PartProps) {
  const styles = useStyles();
  const { conflict } = taskTexts;
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.versions}>
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side}>
            <div className={styles.who}>{conflict[side]}</div>
            <div className={styles.version} tabIndex={0} role="group" aria-label={`${conflict[side]}: ${legend}`}>
              {side === 'mine' ? mine : theirs}
            </div>
          </div>
        ))}
      </div>
      <RadioGroup
        layout="horizontal"
        aria-label={legend}
        value={choice}
        onChange={(_, { value }) => onChoose(value as Choice)}
      >
        <Radio value="mine" label={conflict.mine} />
        <Radio value="theirs" label={conflict.theirs} />
        <Radio value="both" label={conflict.both} />
      </RadioGroup>
    </fieldset>
  );
}

function findTitle(task: EditedTask, stepId: string, content: StepContent | null): string {
  const index = task.TaskData.findIndex((step) => step.stepId === stepId);
  return content?.stepTitle.trim() || defaultStepTitle(Math.max(0, index));
}

function describeStep(content: StepContent | null): string {
  if (!content) return taskTexts.conflict.deleted;
  const files = content.stepData.map(({ dataName }) => dataName);
  const lines = [content.stepTitle, toPromptText(content.stepInput.userPrompt).text, files.join(', ')];
  return lines.filter(Boolean).join('\n') || taskTexts.conflict.empty;
}

function describeTask({ TaskTitle, TaskSettings }: NonNullable<TaskConflict['task']>['mine']): string {
  const files = TaskSettings.taskDocuments.map(({ dataName }) => dataName);
  const lines = [TaskTitle, toPromptText(TaskSettings.taskDescription).text, files.join(', ')];
  return lines.filter(Boolean).join('\n');
}

import { Button, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DocumentRegular, TaskListSquareLtr20Regular } from '@fluentui/react-icons';
import { Modal } from '#tab/ui/Modal.tsx';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  choice: { justifyContent: 'flex-start' },
});

interface Props {
  steps: readonly { stepId: string; title: string }[];
  /** `null` is the whole task. */
  onPick: (stepId: string | null) => void;
  onNewStep: () => void;
  onClose: () => void;
}

/** Asks where dropped files belong. */
export default function StepPickerDialog({ steps, onPick, onNewStep, onClose }: Props) {
  const styles = useStyles();
  return (
    <Modal title={taskTexts.picker.title} onClose={onClose}>
      <DialogContent className={styles.list}>
        <Button
          appearance="subtle"
          className={styles.choice}
          icon={<TaskListSquareLtr20Regular />}
          onClick={() => onPick(null)}
        >
          {taskTexts.picker.task}
        </Button>
        {steps.map(({ stepId, title }) => (
          <Button
            key={stepId}
            appearance="subtle"
            className={styles.choice}
            icon={<DocumentRegular />}
            onClick={() => onPick(stepId)}
          >
            {title}
          </Button>
        ))}
        <Button className={styles.choice} icon={<AddRegular />} onClick={onNewStep}>
          {taskTexts.picker.newStep}
        </Button>
      </DialogContent>
    </Modal>
  );
}

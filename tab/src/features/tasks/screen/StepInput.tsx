import { MessageBar, MessageBarBody, Switch, Text } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { chats } from '#tab/features/chat/chat.state.ts';
import { setPrompt, setStepType } from '#tab/features/tasks/editing/edit.actions.ts';
import { listMentions, listSiteNames } from '#tab/features/tasks/editing/typedMentions.ts';
import { RichTextEditor } from '#tab/features/tasks/editor/RichTextEditor.tsx';
import { FileArea } from '#tab/features/tasks/files/FileArea.tsx';
import { addTaskFiles } from '#tab/features/tasks/files/taskFiles.actions.ts';
import { useTokenUsage } from '#tab/features/tasks/running/useTokenUsage.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { PreviousOutputs } from './PreviousOutputs.tsx';
import { useTaskStyles } from './screen.styles.ts';
import { StepDetails } from './StepDetails.tsx';
import { SuperPrompt } from './SuperPrompt.tsx';

interface Props {
  taskId: string;
  step: EditedStep;
  title: string;
  /** The earlier steps, whose outputs can be included. */
  earlier: readonly { stepId: string; title: string }[];
  hasTaskFiles: boolean;
  isTaskMentioned: boolean;
  takesFocus: boolean;
  onRun: () => void;
}

/** What a step is made of: earlier outputs, its prompt with details, files, and the super prompt. */
export function StepInput({ taskId, step, title, earlier, hasTaskFiles, isTaskMentioned, takesFocus, onRun }: Props) {
  const styles = useTaskStyles();
  const hasFiles = hasTaskFiles || step.stepData.length > 0;
  const usage = useTokenUsage(taskId, step, true);
  const names = listSiteNames(useSnapshot(chats).groups);
  const isMentioned = listMentions(step.stepInput.userPrompt, names).length > 0;
  const { stepId } = step;
  const isResearch = step.stepType === 'research';
  return (
    <>
      {(earlier.length > 0 || step.usePreviousStepOutput.length > 0) && (
        <PreviousOutputs taskId={taskId} step={step} earlier={earlier} />
      )}
      <RichTextEditor
        editorId={stepId}
        value={step.stepInput.userPrompt}
        label={taskTexts.promptLabel(title)}
        placeholder={taskTexts.promptPlaceholder}
        takesFocus={takesFocus}
        onChange={(richText) => setPrompt(taskId, stepId, richText)}
        onSubmit={onRun}
        onFiles={(files) => addTaskFiles({ taskId, stepId }, files)}
      />
      {usage !== null && (
        <Text className={usage >= 100 ? styles.danger : styles.hint} data-usage={usage}>
          {taskTexts.usage(usage.toFixed(1))} {usage >= 100 && taskTexts.usageOver}
        </Text>
      )}
      <StepDetails taskId={taskId} step={step} title={title} />
      <FileArea taskId={taskId} stepId={stepId} label={taskTexts.stepFiles} files={step.stepData} />
      {isMentioned && hasFiles && (
        <MessageBar intent="warning">
          <MessageBarBody>{taskTexts.filesIgnored}</MessageBarBody>
        </MessageBar>
      )}
      {isMentioned && !hasFiles && <Text className={styles.hint}>{taskTexts.filesIgnored}</Text>}
      <div className={styles.field}>
        <Switch
          className={styles.switch}
          checked={isResearch}
          label={taskTexts.research.use}
          onChange={(_, { checked }) => setStepType(taskId, stepId, checked ? 'research' : 'standard')}
        />
        {isResearch && <Text className={styles.hint}>{taskTexts.research.hint}</Text>}
      </div>
      {!isResearch && (
        <SuperPrompt taskId={taskId} step={step} title={title} isMentioned={isMentioned || isTaskMentioned} />
      )}
    </>
  );
}

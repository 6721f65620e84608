import { useEffect, useState } from 'react';
import { findModel } from '../../../../../api/contract/models.ts';
import { MEMORY_DEBOUNCE_MS } from '../../../../../api/contract/limits.ts';
import { canUseSuperPrompt, findPreviousStep, getTokenUsage } from '../../../../../api/contract/taskRules.ts';
import { toPromptText } from '../../../../../api/contract/taskText.ts';
import { logFailure } from '../../../state/log.ts';
import { getActiveSession, session } from '../../../state/session.state.ts';
import { createTokenCounter, type CountTexts } from '../../chat/composer/contextUsage/tokenCounter.ts';
import { settings } from '../../settings/settings.state.ts';
import { getFileTokens } from '../files/taskFiles.actions.ts';
import { getOpenTask } from '../tasks.state.ts';
import type { EditedStep } from '../editedTask.ts';

let counter: CountTexts | null = null;

/** Token usage of a step in percent; counted a second after the last change, `null` before that. */
export function useTokenUsage(taskId: string, step: EditedStep, isVisible: boolean): number | null {
  const [percent, setPercent] = useState<number | null>(null);
  useEffect(() => {
    if (!isVisible) return;
    let isGone = false;
    const timer = setTimeout(() => {
      measure(taskId, step.stepId).then(
        (measured) => isGone || setPercent(measured),
        (cause: unknown) => logFailure('token usage calculation failed', cause),
      );
    }, MEMORY_DEBOUNCE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [taskId, step, isVisible]);
  return percent;
}

async function measure(taskId: string, stepId: string): Promise<number | null> {
  const task = getOpenTask(taskId)?.task;
  const index = task?.TaskData.findIndex((candidate) => candidate.stepId === stepId) ?? -1;
  const step = task?.TaskData[index];
  if (!task || !step) return null;
  counter ??= createTokenCounter();
  const previous = findPreviousStep(task.TaskData, index);
  const prompt = toPromptText(step.stepInput.userPrompt);
  const usesSuperPrompt = step.enableSuperPrompt && canUseSuperPrompt(step, task.TaskSettings);
  const superPrompt = usesSuperPrompt ? toPromptText(step.stepInput.superPrompt ?? '').text : '';
  const readsFiles = prompt.mentions.length === 0;
  const sum = async (files: readonly { dataId: string }[]) =>
    readsFiles
      ? (await Promise.all(files.map(({ dataId }) => getFileTokens(dataId)))).reduce((total, n) => total + n, 0)
      : 0;
  const [counts, stepFiles, taskFiles] = await Promise.all([
    counter([
      settings.customInstructions,
      task.TaskTitle,
      superPrompt || prompt.text,
      previous.name === 'found' ? (previous.step.stepOutput?.content ?? '') : '',
      toPromptText(task.TaskSettings.taskDescription).text,
    ]),
    sum(step.stepData),
    sum(task.TaskSettings.taskDocuments),
  ]);
  const [customInstructions = 0, title = 0, text = 0, previousOutput = 0, taskDescription = 0] = counts;
  const parts = { customInstructions, title, superPrompt: text, stepFiles, previousOutput, taskDescription, taskFiles };
  const models = getActiveSession(session.status)?.models ?? [];
  const model = findModel('task', settings.task.selectedModel, models);
  return getTokenUsage(parts, settings.task.useConciseMode, model);
}

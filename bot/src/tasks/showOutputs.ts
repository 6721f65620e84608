import type { Client } from '../../../api/contract/client.ts';
import { stepTitleOf } from '../../../api/contract/taskRules.ts';
import { getTaskRun } from '../../../api/contract/taskRuns.ts';
import { getTask } from '../../../api/contract/tasks.ts';
import { MAX_TEXT, toMessageText } from '../answer/answerText.ts';
import { joinMarkdown, type Markdown } from '../answer/markdown.ts';
import { texts } from '../texts.ts';
import type { BotContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { deliver } from '../delivery/deliver.ts';

/** Sends the outputs of a run to a group, without their sources. The API checks the right to the run and to each output. */
export async function showOutputs(
  { links, clock }: BotContext,
  client: Client,
  conversation: Conversation,
  { task: taskId, run: runId }: { task: string; run: string },
): Promise<void> {
  const [task, run] = await Promise.all([
    client.call(getTask, { task_id: taskId }),
    client.call(getTaskRun, { run_id: runId }),
  ]);
  const steps = run.steps.filter(({ output }) => output.content !== '');
  const parts = steps.map((step, index) => {
    const { text, isCut } = toMessageText(step.output.content);
    const heading = texts.stepHeading(index, steps.length, stepTitleOf(step, index));
    return joinMarkdown([heading, text, ...(isCut ? [texts.restOfOutputs(links.tab())] : [])]);
  });
  if (parts.length === 0) return void (await conversation.send({ type: 'message', text: texts.noOutputs }));
  for (const text of joinParts([texts.outputsOf(task.TaskTitle), ...parts]))
    await deliver(conversation, clock, () => ({ type: 'message', textFormat: 'markdown', text }));
}

/** Joins parts to messages of at most `MAX_TEXT` characters. */
function joinParts(parts: readonly Markdown[]): Markdown[] {
  const messages: Markdown[] = [];
  for (const part of parts) {
    const last = messages.at(-1);
    if (last !== undefined && last.length + part.length < MAX_TEXT) messages.splice(-1, 1, joinMarkdown([last, part]));
    else messages.push(part);
  }
  return messages;
}

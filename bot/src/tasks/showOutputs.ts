import type { Client } from '#contract/client.ts';
import { getTask, type Step } from '#contract/tasks/tasks.ts';
import { MAX_TEXT, toMessageText } from '#bot/answer/answerText.ts';
import { joinMarkdown, type Markdown } from '#bot/text/markdown.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { deliver } from '#bot/delivery/deliver.ts';
import { texts } from '#bot/texts.ts';

/** Sends the latest outputs of a task, without their sources. The API checks the right to the task and to each output. */
export async function showOutputs(
  { links, clock }: BotContext,
  client: Client,
  conversation: Conversation,
  taskId: string,
): Promise<void> {
  const { TaskTitle, TaskData } = await client.call(getTask, { task_id: taskId });
  const parts = TaskData.flatMap((step) => toPart(step, TaskData.length, links.task(taskId)));
  if (parts.length === 0) return void (await conversation.send({ type: 'message', text: texts.noOutputs }));
  for (const text of joinParts([texts.outputsOf(TaskTitle), ...parts]))
    await deliver(conversation, clock, () => ({ type: 'message', textFormat: 'markdown', text }));
}

function toPart({ stepTitle, stepOrder, stepOutput }: Step, count: number, tabLink: string): Markdown[] {
  if (!stepOutput || stepOutput.content === '') return [];
  const { text, isCut } = toMessageText(stepOutput.content);
  const heading = texts.stepHeading(stepOrder, count, stepTitle);
  return [joinMarkdown([heading, text, ...(isCut ? [texts.restOfOutputs(tabLink)] : [])])];
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

import { isStepSettled } from '#contract/tasks/taskEvents.ts';
import { joinMarkdown, sentence } from '#bot/text/markdown.ts';
import { toAttachment, type Card } from '#bot/cards/card.ts';
import { finishedCard, hiddenOutputsCard, runningCard } from '#bot/cards/taskCards.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { createMessageUpdater } from './messageUpdater.ts';
import { describeEnd, getTaskLink, getTaskTitle } from './runEnd.ts';
import type { RunEnd, RunMessages, ShownRun } from './shownRun.ts';

/**
 * One message for a run in a group, without titles and outputs of steps: the group sees the outputs only after the person who
 * runs the task shows them.
 */
export function createGroupMessages(ctx: BotContext, conversation: Conversation): RunMessages {
  const updater = createMessageUpdater(ctx, conversation);
  const show = (card: () => Card) =>
    updater.set('run', () => ({ type: 'message', attachments: [toAttachment(card())] }));
  return {
    update: (run) => show(() => createProgressCard(conversation, run)),
    async finish(run, end) {
      show(() => createLastCard(ctx, conversation, run, end));
      await updater.finish();
    },
  };
}

const getIds = ({ asker }: Conversation, { task }: ShownRun) => ({ asker: asker.id, task: task.TaskId });

function createProgressCard(conversation: Conversation, run: ShownRun): Card {
  const done = run.stepIds.filter((id) => {
    const output = run.view.outputs[id];
    return run.skipped.has(id) || (output && isStepSettled(output));
  });
  const text = texts.taskRuns(getTaskTitle(run), done.length, run.stepIds.length);
  const limits = Object.values(run.view.outputs).flatMap(({ state }) =>
    state.name === 'running' && state.stage === 'waiting' && state.detail !== undefined
      ? [sentence`${state.detail}`]
      : [],
  );
  return runningCard(joinMarkdown([text, ...limits]), { ...getIds(conversation, run), run: run.view.run_id });
}

function createLastCard({ links }: BotContext, conversation: Conversation, run: ShownRun, end: RunEnd): Card {
  const title = describeEnd(run, end);
  const tabLink = getTaskLink(run, end, links);
  const hasOutputs =
    run.skipped.size > 0 || Object.values(run.view.outputs).some(({ content }) => content.trim() !== '');
  if (end !== 'ended' || !hasOutputs) return finishedCard(title, [], null, tabLink);
  return hiddenOutputsCard(title, conversation.asker.name, getIds(conversation, run), tabLink);
}

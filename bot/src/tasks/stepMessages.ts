import type { Client } from '#contract/client.ts';
import { emptyOutput, isStepSettled, type StepOutput } from '#contract/tasks/taskEvents.ts';
import { createMessageEntity } from '#bot/answer/answerMessage.ts';
import { toMessageText } from '#bot/answer/answerText.ts';
import { joinMarkdown, sentence, type Markdown } from '#bot/text/markdown.ts';
import { getSiteNames } from '#bot/text/siteNames.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { answerCard } from '#bot/cards/answerCard.ts';
import { runningCard } from '#bot/cards/taskCards.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { createMessageUpdater } from './messageUpdater.ts';
import { createEndCard, getStepTitle } from './runEnd.ts';
import type { RunMessages, ShownRun } from './shownRun.ts';

/** A message for each step that runs, with its output and sources, and one at the end. For personal chats. */
export function createStepMessages(ctx: BotContext, conversation: Conversation, client: Client): RunMessages {
  const updater = createMessageUpdater(ctx, conversation);
  let siteNames: ReadonlyMap<string, string> = new Map();
  const settled = new Set<string>();

  const getHeading = (run: ShownRun, stepId: string) =>
    texts.stepHeading(run.stepIds.indexOf(stepId), run.stepIds.length, getStepTitle(run, stepId));

  function createMessage(run: ShownRun, stepId: string): Outgoing {
    const { task, view } = run;
    const output = view.outputs[stepId] ?? emptyOutput(view.run_id);
    const heading = getHeading(run, stepId);
    const { text, isCut } = toMessageText(output.content);
    const tabLink = ctx.links.task(task.TaskId);
    const { state } = output;
    if (state.name === 'waiting' || state.name === 'running') {
      const limit = state.name === 'running' ? state.detail : undefined;
      const stage =
        limit === undefined ? texts.stepStages[state.name === 'running' ? state.stage : 'waiting'] : sentence`${limit}`;
      const ids = { asker: conversation.asker.id, task: task.TaskId, run: view.run_id };
      return createText(joinMarkdown([heading, text]), [runningCard(stage, ids)]);
    }
    const linkToRest = isCut ? [texts.restOfOutputs(tabLink)] : [];
    const sources = {
      citations: output.links,
      followUps: [],
      getSiteName: (id: string) => siteNames.get(id) ?? '',
      linkTo: () => tabLink,
      answerLink: tabLink,
    };
    // A step without sources needs no card: the card at the end of the run has the link to the tab.
    const cards = output.links.length > 0 ? [answerCard(sources)] : [];
    return {
      ...createText(joinMarkdown([heading, text, ...linkToRest, getNote(output)]), cards),
      ...(output.content === '' ? {} : { entities: [createMessageEntity(output.links, () => tabLink)] }),
    };
  }

  /** A step that was in progress when the bot lost the run: its text so far, without the button Stop. */
  function createLeftMessage(run: ShownRun, stepId: string): Outgoing {
    const { text } = toMessageText(run.view.outputs[stepId]?.content ?? '');
    return createText(joinMarkdown([getHeading(run, stepId), text]), []);
  }

  return {
    update(run) {
      for (const stepId of run.stepIds) {
        const output = run.view.outputs[stepId];
        if (!output || output.state.name === 'waiting' || settled.has(stepId)) continue;
        if (isStepSettled(output)) settled.add(stepId);
        updater.set(stepId, () => createMessage(run, stepId));
      }
    },
    async finish(run, end) {
      const cited = run.stepIds.filter((id) => run.view.outputs[id]?.links.some(({ site }) => site !== null));
      if (cited.length > 0) siteNames = await getSiteNames(client);
      // The citations of earlier messages lack the names of their sites, so these messages are sent again with the
      // names.
      for (const id of cited) updater.set(id, () => createMessage(run, id));
      if (end === 'lost') for (const id of listRunning(run)) updater.set(id, () => createLeftMessage(run, id));
      updater.set('end', () => createText(undefined, [createEndCard(run, end, conversation.asker.id, ctx.links)]));
      await updater.finish();
    },
  };
}

const listRunning = ({ stepIds, view }: ShownRun) => stepIds.filter((id) => view.outputs[id]?.state.name === 'running');

function createText(text: Markdown | undefined, cards: Parameters<typeof toAttachment>[0][]): Outgoing {
  const attachments = cards.map(toAttachment);
  return { type: 'message', ...(text === undefined ? {} : { textFormat: 'markdown', text }), attachments };
}

/** The sentence below an output that is not complete. */
function getNote({ state }: StepOutput): Markdown {
  switch (state.name) {
    case 'failed':
    case 'needs_you':
      return sentence`${state.error.detail}`;
    case 'stopped':
      return texts.stopped;
    case 'complete':
    case 'waiting':
    case 'running':
      return sentence``;
    default:
      return state satisfies never;
  }
}

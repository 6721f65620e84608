import type { Client } from '#contract/client.ts';
import { getTasks, type TaskMetadata } from '#contract/tasks/tasks.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { noTasksCard, tasksCard } from '#bot/cards/taskCards.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { startTaskRun } from '#bot/tasks/startTaskRun.ts';
import { texts } from '#bot/texts.ts';
import { findByName, normalizeName } from '#bot/question/findByName.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import type { PersonalCommand } from './command.ts';

/** A text with more words is a question, unless it is the title of a task. */
const MAX_NAME_WORDS = 5;
/** Number of tasks that are searched by title; the card shows fewer. */
const MAX_SEARCHED = 1_000;

const say = (conversation: Conversation, text: Markdown) => conversation.send({ type: 'message', text });
const getTitle = ({ TaskTitle }: TaskMetadata) => TaskTitle;

async function listTasks(client: Client): Promise<TaskMetadata[]> {
  return (await client.call(getTasks, { limit: MAX_SEARCHED })).tasks;
}

async function sendTasks(
  { links }: BotContext,
  conversation: Conversation,
  tasks: readonly TaskMetadata[],
  lead: Markdown,
): Promise<void> {
  const card = tasks.length === 0 ? noTasksCard(links.task()) : tasksCard(tasks, lead, links.task());
  await conversation.send({ type: 'message', attachments: [toAttachment(card)] });
}

export const tasks: PersonalCommand = {
  name: 'tasks',
  aliases: ['task', 'my tasks', 'list tasks', 'list my tasks', 'show tasks', 'show my tasks', 'show me my tasks'],
  summary: 'Lists your tasks, to run them from here',
  toggle: 'tasks',
  access: 'person',
  async run({ ctx, conversation }, client) {
    // A group must not see the titles.
    if (conversation.kind !== 'personal') return void (await say(conversation, texts.tasksInPrivate));
    await sendTasks(ctx, conversation, await listTasks(client), texts.whichTask);
  },
};

export const run: PersonalCommand = {
  name: 'run',
  aliases: ['run task', 'run a task'],
  argumentName: 'task',
  // A text with a question mark at its end is a question. A long text is checked later: it can be a title.
  argumentPattern: /[^?]$/,
  summary: 'Runs a task on the server, with a card for each step',
  toggle: 'tasks',
  access: 'person',
  async run(call, client) {
    const { ctx, conversation, runningWork, argument } = call;
    const isQuoted = /^["“”].*["“”]$/.test(argument);
    const name = isQuoted ? argument.slice(1, -1) : argument;
    const isPersonal = conversation.kind === 'personal';
    if (name === '') return tasks.run(call, client);
    const all = await listTasks(client);
    const found = findTasks(name, all, isPersonal);
    const [task, ...others] = found;
    if (task && others.length === 0)
      return startTaskRun(ctx, runningWork, conversation, client, { taskId: task.TaskId, skipFresh: true });
    if (!task && !isQuoted && name.split(' ').length > MAX_NAME_WORDS) return 'question';
    if (!isPersonal) return void (await say(conversation, task ? texts.ambiguousTaskHere : texts.noSuchTaskHere(name)));
    if (task) await sendTasks(ctx, conversation, found, texts.whichOfTasks(name));
    else await sendTasks(ctx, conversation, all, texts.noSuchTask(name));
  },
};

/**
 * Finds tasks by the text that a person typed; if it finds none, by the text without words such as "the" or "please".
 */
function findTasks(name: string, all: readonly TaskMetadata[], isPersonal: boolean): TaskMetadata[] {
  const shortName = name.replace(/^(?:my|task|the) /i, '').replace(/ (?:again|now|please|task)$/i, '');
  const [found = []] = [name, shortName].map((words) => find(words)).filter((tasks) => tasks.length > 0);
  return found;

  function find(words: string): TaskMetadata[] {
    // In a group, only the whole title counts, because the group must not see titles that the person did not write.
    return isPersonal
      ? findByName(words, all, getTitle)
      : all.filter((task) => normalizeName(getTitle(task)) === normalizeName(words));
  }
}

import type { Client } from '#contract/client.ts';
import { AvaError } from '#contract/errors.ts';
import { getFilePrompts, type Prompt } from '#contract/prompts/prompts.ts';
import { fillVariables, findVariables } from '#contract/prompts/promptVariables.ts';
import { answerQuestion } from '#bot/answer/answerQuestion.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import type { RunningWork } from '#bot/answer/runningWork.ts';
import { toAttachment, type Card } from '#bot/cards/card.ts';
import { noPromptsCard, promptFormCard, promptsCard } from '#bot/cards/promptCards.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { findByName } from '#bot/question/findByName.ts';
import type { PersonalCommand } from './command.ts';

const send = (conversation: Conversation, card: Card) =>
  conversation.send({ type: 'message', attachments: [toAttachment(card)] });

async function listPrompts(client: Client): Promise<Prompt[]> {
  return (await client.call(getFilePrompts, {})).prompts;
}

export const prompts: PersonalCommand = {
  name: 'prompts',
  aliases: ['prompt', 'my prompts', 'list prompts', 'show prompts', 'show my prompts', 'prompt library'],
  argumentName: 'title',
  summary: 'Lists your prompts and those shared with you, to use them here',
  access: 'person',
  async run({ ctx, conversation, argument }, client) {
    // A group must not see the titles.
    if (conversation.kind !== 'personal')
      return void (await conversation.send({ type: 'message', text: texts.promptsInPrivate }));
    const all = await listPrompts(client);
    const tabLink = ctx.links.tab();
    if (all.length === 0) return void (await send(conversation, noPromptsCard(tabLink)));
    const found = argument === '' ? all : findByName(argument, all, ({ prompt_title: title }) => title);
    const [shown, lead]: [Prompt[], Markdown] =
      found.length > 0 ? [found, texts.whichPrompt] : [all, texts.noSuchPrompt(argument)];
    await send(conversation, promptsCard(shown, lead, tabLink));
  },
};

/** What is needed to ask a prompt as a question. */
interface PromptCall {
  ctx: BotContext;
  runningWork: RunningWork;
  conversation: Conversation;
  client: Client;
  activityId: string;
}

/** Asks the prompt that the person chose, or first shows the form for its variables. Throws `not_found`. */
export async function usePrompt(call: PromptCall, promptId: string): Promise<void> {
  const prompt = await findPrompt(call.client, promptId);
  const { prompt_text: text, labels } = prompt;
  // A prompt for files makes little sense without one, so the person decides.
  if (labels === '' && findVariables(text).length === 0) return ask(call, prompt, text);
  await send(call.conversation, promptFormCard(prompt, call.ctx.links.tab()));
}

/** Asks a prompt with the values of its variables, or shows the form again if it has others by now. Throws `not_found`. */
export async function askPrompt(
  call: PromptCall,
  promptId: string,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const prompt = await findPrompt(call.client, promptId);
  const { prompt_text: text } = prompt;
  if (findVariables(text).some(({ key }) => !values.has(key)))
    return void (await send(call.conversation, promptFormCard(prompt, call.ctx.links.tab())));
  await ask(call, prompt, fillVariables(text, values));
}

async function findPrompt(client: Client, id: string): Promise<Prompt> {
  const prompt = (await listPrompts(client)).find(({ prompt_id: other }) => other === id);
  if (!prompt) throw new AvaError('not_found');
  return prompt;
}

async function ask(
  { ctx, runningWork, conversation, client, activityId }: PromptCall,
  { prompt_title: title }: Prompt,
  text: string,
): Promise<void> {
  await conversation.send({ type: 'message', text: texts.askingPrompt(title) });
  await answerQuestion(ctx, runningWork, conversation, client, { activityId, text, files: [], context: [] });
}

import type { Client } from '#contract/client.ts';
import { getModels, getOfferedModels, modelLabel } from '#contract/models.ts';
import { getSettings, saveSettings } from '#contract/settings.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { modelsCard } from '#bot/cards/choiceCards.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import type { PersonalCommand } from './command.ts';

/** Saves the model that answers in the person's chats. */
export async function chooseModel(conversation: Conversation, client: Client, input: string): Promise<void> {
  const say = (text: Markdown) => conversation.send({ type: 'message', text });
  const [models, { settings }] = await Promise.all([getChatModels(client), client.call(getSettings, {})]);
  const name = input.trim().toLowerCase();
  const model =
    models.find(({ model_alias, model_name, label }) =>
      [model_alias, model_name, label].some((modelName) => modelName.toLowerCase() === name),
    ) ?? models.find(({ label }) => label.toLowerCase().includes(name));
  if (!model) return void (await say(texts.noSuchModel(input)));
  await client.call(saveSettings, { settings: { chat: { ...settings.chat, selectedModel: model.model_alias } } });
  await say(texts.modelChosen(modelLabel(model)));
}

async function getChatModels(client: Client) {
  const { models } = await client.call(getModels, {});
  return getOfferedModels('chat', models);
}

export const model: PersonalCommand = {
  name: 'model',
  argumentName: 'name',
  summary: 'Chooses the language model that answers',
  access: 'person',
  async run({ conversation, argument }, client) {
    if (argument !== '') return chooseModel(conversation, client, argument);
    if (conversation.kind !== 'personal')
      return void (await conversation.send({ type: 'message', text: texts.modelHere }));
    const [models, { settings }] = await Promise.all([getChatModels(client), client.call(getSettings, {})]);
    const card = modelsCard(models, settings.chat.selectedModel);
    await conversation.send({ type: 'message', attachments: [toAttachment(card)] });
  },
};

import type { BotFeatures } from '#contract/bot.ts';
import { joinMarkdown } from '#bot/text/markdown.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { helpCard } from '#bot/cards/welcomeCard.ts';
import { getConversationKey } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import type { AnonymousCommand } from './command.ts';

export const hi: AnonymousCommand = {
  name: 'hi',
  aliases: ['hello', 'hey'],
  summary: 'Says hello',
  access: 'anyone',
  async run({ conversation }) {
    await conversation.send({ type: 'message', text: texts.hello(conversation.asker.name) });
  },
};

/** @param listCommands a function, because the list contains `help` itself */
export function help(
  listCommands: (features: BotFeatures | null) => readonly { name: string; summary: string }[],
): AnonymousCommand {
  return {
    name: 'help',
    aliases: ['?', 'what can you do', 'what can you do?'],
    summary: 'Shows what AVA can do',
    access: 'anyone',
    async run({ conversation, ctx, features }) {
      const known = await features.read().catch(() => null);
      const card = helpCard(listCommands(known), ctx.links.tab());
      await conversation.send({ type: 'message', attachments: [toAttachment(card)] });
    },
  };
}

export const signOut: AnonymousCommand = {
  name: 'sign out',
  aliases: ['signout', 'log out', 'logout'],
  summary: 'Signs you out of this bot',
  access: 'anyone',
  async run({ conversation, ctx }) {
    ctx.tokens.delete(conversation.asker);
    await conversation.send({ type: 'message', text: texts.signedOut });
  },
};

export const stop: AnonymousCommand = {
  name: 'stop',
  aliases: ['cancel'],
  summary: 'Stops the answer that is being written, or the task that runs',
  access: 'anyone',
  async run({ conversation, runningWork }) {
    const kinds = await runningWork.stop(getConversationKey(conversation));
    const sentences = [...new Set(kinds)].map((kind) => (kind === 'task' ? texts.stoppingTask : texts.stopping));
    const text = sentences.length === 0 ? texts.nothingToStop : joinMarkdown(sentences, ' ');
    await conversation.send({ type: 'message', text });
  },
};

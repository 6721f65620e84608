import { attachmentOf } from '../cards/card.ts';
import { helpCard } from '../cards/choiceCards.ts';
import { keyOf } from '../conversation.ts';
import { texts } from '../texts.ts';
import type { OpenCommand } from './command.ts';

export const hi: OpenCommand = {
  name: 'hi',
  aliases: ['hello', 'hey'],
  summary: 'Says hello',
  access: 'anyone',
  async run({ conversation }) {
    await conversation.send({ type: 'message', text: texts.hello(conversation.asker.name) });
  },
};

/** @param listed the commands to tell of, each by its name and what it does */
export function help(listed: () => readonly { name: string; summary: string }[]): OpenCommand {
  return {
    name: 'help',
    aliases: ['?', 'what can you do', 'what can you do?'],
    summary: 'Shows what AVA can do',
    access: 'anyone',
    async run({ conversation, world }) {
      const card = helpCard(listed(), world.links.tab());
      await conversation.send({ type: 'message', attachments: [attachmentOf(card)] });
    },
  };
}

export const signOut: OpenCommand = {
  name: 'sign out',
  aliases: ['signout', 'log out', 'logout'],
  summary: 'Forgets who you are, here',
  access: 'anyone',
  async run({ conversation, world }) {
    world.tokens.drop(conversation.asker);
    await conversation.send({ type: 'message', text: texts.signedOut });
  },
};

export const stop: OpenCommand = {
  name: 'stop',
  aliases: ['cancel'],
  summary: 'Stops the answer that is being written',
  access: 'anyone',
  async run({ conversation, running }) {
    const stopped = await running.stop(keyOf(conversation));
    await conversation.send({ type: 'message', text: stopped ? texts.stopping : texts.nothingToStop });
  },
};

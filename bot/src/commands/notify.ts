import { setBotNotices } from '#contract/bot.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import type { PersonalCommand } from './command.ts';

export const notify: PersonalCommand = {
  name: 'notify',
  argumentName: 'on or off',
  argumentPattern: /^(on|off)$/i,
  summary: 'Tells you here when your files are ready and your tasks have finished, or stops these messages',
  access: 'person',
  async run({ conversation, ctx, argument }, client) {
    const say = (text: Markdown) => conversation.send({ type: 'message', text });
    if (conversation.kind !== 'personal') return void (await say(texts.notifyInPrivate));
    if (argument === '') return void (await say(texts.notifyHow));
    const isOn = argument.toLowerCase() === 'on';
    // A notice is a new message, not a reply to the command.
    const reference = { ...conversation.reference, activityId: undefined };
    await client.call(setBotNotices, {
      reference: isOn ? ctx.signer.sign('conversation', conversation.asker, reference) : null,
    });
    await say(isOn ? texts.notifyOn : texts.notifyOff);
  },
};

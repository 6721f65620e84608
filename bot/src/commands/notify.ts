import { setBotNotices } from '../../../api/contract/bot.ts';
import type { Markdown } from '../markdown.ts';
import { texts } from '../texts.ts';
import type { PersonalCommand } from './command.ts';

export const notify: PersonalCommand = {
  name: 'notify',
  takes: 'on or off',
  fits: /^(on|off)$/i,
  summary: 'Tells you here when files that you added to a site are ready, or stops telling you',
  access: 'person',
  async run({ conversation, world, rest }, client) {
    const say = (text: Markdown) => conversation.send({ type: 'message', text });
    if (conversation.kind !== 'personal') return void (await say(texts.notifyInPrivate));
    if (rest === '') return void (await say(texts.notifyHow));
    const on = rest.toLowerCase() === 'on';
    // The message that brought this is no place to answer to later.
    const way = { ...conversation.reference, activityId: undefined };
    await client.call(setBotNotices, {
      reference: on ? world.seal.close('conversation', conversation.asker, way) : null,
    });
    await say(on ? texts.notifyOn : texts.notifyOff);
  },
};

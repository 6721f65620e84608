import * as contract from '../../contract/bot.ts';
import { continueChat, leaveChat, openChatOf } from '../bot/conversations.ts';
import { linkMessage, rateMessage } from '../bot/messages.ts';
import { setNotices, takeNotice } from '../bot/notices.ts';
import { beginSession, claim } from '../bot/session.ts';
import type { Mounting } from '../http/mount.ts';
import type { World } from '../world.ts';

export function mountBot({ call }: Mounting, world: World): void {
  call(contract.beginBotSession, ({ exchange_id }, person) => beginSession(world, person, exchange_id));
  call(contract.claimActivity, ({ activity_id }, person) => claim(world, person, activity_id));
  call(contract.openBotChat, ({ conversation_id, site_id }, person) =>
    openChatOf(world, person, conversation_id, site_id),
  );
  call(contract.continueBotChat, ({ conversation_id, chat_id }, person) =>
    continueChat(world, person, conversation_id, chat_id),
  );
  call(contract.leaveBotChat, async ({ conversation_id }, person) => {
    await leaveChat(world, person, conversation_id);
    return { left: true as const };
  });
  call(contract.linkBotMessage, async ({ conversation_id, activity_id, chat_id, message_id }, person) => {
    const place = { conversationId: conversation_id, activityId: activity_id };
    await linkMessage(world, person, place, { chatId: chat_id, messageId: message_id });
    return { linked: true as const };
  });
  call(contract.rateBotMessage, async ({ conversation_id, activity_id, ...rating }, person) => {
    await rateMessage(world, person, { conversationId: conversation_id, activityId: activity_id }, rating);
    return { kept: true as const };
  });
  call(contract.setBotNotices, ({ reference }, person) => setNotices(world, person, reference));
  call(contract.takeBotNotice, (_asked, person) => takeNotice(world, person));
}

import * as contract from '#contract/bot.ts';
import { toSiteChoice } from '#contract/sites/search.ts';
import { continueChat, leaveChat, openConversationChat } from '#api/bot/conversations.ts';
import { linkMessage, rateMessage } from '#api/bot/messages.ts';
import { setNotices, takeNotice } from '#api/bot/notices.ts';
import { claimActivity } from '#api/bot/activities.ts';
import { beginSession } from '#api/bot/session.ts';
import type { Mounting } from '#api/http/mount.ts';
import type { AppContext } from '#api/context.ts';

export function mountBot({ call, open }: Mounting, ctx: AppContext): void {
  open(contract.getBotFeatures, async () => ({ tasks: ctx.organizations.getHome().features.tasks }));
  call(contract.beginBotSession, ({ exchange_id }, person) => beginSession(ctx, person, exchange_id));
  call(contract.claimActivity, ({ activity_id }, person) => claimActivity(ctx, person, activity_id));
  call(contract.openBotChat, ({ conversation_id, ...fields }, person) =>
    openConversationChat(ctx, person, conversation_id, toSiteChoice(fields)),
  );
  call(contract.continueBotChat, ({ conversation_id, chat_id }, person) =>
    continueChat(ctx, person, conversation_id, chat_id),
  );
  call(contract.leaveBotChat, async ({ conversation_id }, person) => {
    await leaveChat(ctx, person, conversation_id);
    return { left: true as const };
  });
  call(contract.linkBotMessage, async ({ conversation_id, activity_id, chat_id, message_id }, person) => {
    const activity = { conversationId: conversation_id, activityId: activity_id };
    await linkMessage(ctx, person, activity, { chatId: chat_id, messageId: message_id });
    return { linked: true as const };
  });
  call(contract.rateBotMessage, async ({ conversation_id, activity_id, ...rating }, person) => {
    await rateMessage(ctx, person, { conversationId: conversation_id, activityId: activity_id }, rating);
    return { kept: true as const };
  });
  call(contract.setBotNotices, ({ reference }, person) => setNotices(ctx, person, reference));
  call(contract.takeBotNotice, (_input, person) => takeNotice(ctx, person));
}

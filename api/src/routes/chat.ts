import * as contract from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Question } from '#api/answers/acceptQuestion.ts';
import { followQuestion } from '#api/answers/readableEvents.ts';
import { cancelAnswer } from '#api/chat/cancelAnswer.ts';
import { createChat, deleteChat, listChats, openChat, renameChat, upsertChat } from '#api/chat/chats.ts';
import { appendMessage, getAnswerMetadata } from '#api/chat/messages.ts';
import { sendMessage } from '#api/chat/sendMessage.ts';
import { shareChat } from '#api/chat/shareChat.ts';
import { generateChatTitle } from '#api/chat/title.ts';
import type { Mounting, EventStreamReply } from '#api/http/mount.ts';
import type { Person } from '#api/identity/person.ts';
import { answerFromSite } from '#api/search/answerFromSite.ts';
import type { AppContext } from '#api/context.ts';
import { createAnswerHeaders, toQuestion } from './answerRequest.ts';

export function mountChat({ call, stream }: Mounting, ctx: AppContext): void {
  async function answer(
    person: Person,
    question: Question,
    disconnected: AbortSignal,
    accept = (asker: Person, message: Question) => sendMessage(ctx, asker, message),
  ): Promise<EventStreamReply> {
    const accepted = await accept(person, question);
    const batches = await followQuestion(ctx, person, accepted, disconnected);
    return { headers: createAnswerHeaders(accepted), batches };
  }

  stream(contract.chatResponse, (fields, person, disconnected) => {
    const { site_id: siteId, selected_ks_files: itemIds } = fields;
    const question = toQuestion(fields, fields.model, []);
    if (siteId === undefined) return answer(person, question, disconnected);
    if (!ctx.organizations.get(person.tenantId).features.knowledgeSearch) throw new AvaError('switched_off');
    return answer(person, question, disconnected, (asker, message) =>
      answerFromSite(ctx, asker, message, { sites: [siteId], itemIds, withoutSources: false }),
    );
  });
  stream(contract.chatResponseWithContext, (fields, person, disconnected) =>
    answer(person, toQuestion(fields, fields.model, fields.file_context), disconnected),
  );
  stream(contract.completion, (fields, person, disconnected) =>
    answer(
      person,
      toQuestion({ ...fields, temperature: undefined }, fields.deployment_name, fields.file_context),
      disconnected,
    ),
  );
  call(contract.cancelChatResponse, async ({ convo_id, event_session_id }, person) => ({
    cancelled: await cancelAnswer(ctx, person, convo_id, event_session_id),
  }));
  call(contract.generateTitle, ({ convo_id, text }, person) => generateChatTitle(ctx, person, convo_id, text));
  call(contract.renameChat, ({ convo_id, title }, person) => renameChat(ctx, person, convo_id, title));
  call(contract.appendMessage, (fields, person) => appendMessage(ctx, person, fields));
  call(contract.deleteChat, async ({ convo_id }, person) => {
    await deleteChat(ctx, person, convo_id);
    return { deleted: true as const };
  });
  call(contract.newChat, (fields, person) => createChat(ctx, person, fields));
  call(contract.upsertChat, (fields, person) => upsertChat(ctx, person, fields));
  call(contract.getChat, ({ convo_id, before }, person) => openChat(ctx, person, convo_id, before));
  call(contract.getChats, ({ limit, cursor }, person) => listChats(ctx, person, limit, cursor));
  call(contract.shareChat, async ({ convo_id, peers }, person) => ({
    shared: await shareChat(ctx, person, convo_id, peers),
  }));
  call(contract.getAnswerMetadata, ({ message_id }, person) => getAnswerMetadata(ctx, person, message_id));
}

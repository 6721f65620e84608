import * as contract from '#contract/chats/versions.ts';
import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import { followQuestion } from '#api/answers/readableEvents.ts';
import { branchChat } from '#api/chat/branchChat.ts';
import { chooseVersion } from '#api/chat/chats.ts';
import { getMessage } from '#api/chat/messages.ts';
import { regenerateAnswer } from '#api/chat/sendMessage.ts';
import type { Mounting, EventStreamReply } from '#api/http/mount.ts';
import type { Person } from '#api/identity/person.ts';
import { regenerateFromSite } from '#api/search/answerFromSite.ts';
import { continueAnswer } from '#api/search/continueAnswer.ts';
import type { AppContext } from '#api/context.ts';
import { toSiteScope } from './search.ts';
import { createAnswerHeaders, toAnswerOptions } from './answerRequest.ts';

type Fields = Parameters<typeof toAnswerOptions>[0] & { message_id: string; model: string };

export function mountVersions({ call, stream }: Mounting, ctx: AppContext): void {
  const toReference = (fields: Fields) => ({ ...toAnswerOptions(fields, fields.model), answerId: fields.message_id });

  async function follow(
    person: Person,
    accepting: Promise<AcceptedQuestion>,
    disconnected: AbortSignal,
  ): Promise<EventStreamReply> {
    const accepted = await accepting;
    const batches = await followQuestion(ctx, person, accepted, disconnected);
    return { headers: createAnswerHeaders(accepted), batches };
  }

  stream(contract.regenerateResponse, (fields, person, disconnected) =>
    follow(person, regenerateAnswer(ctx, person, toReference(fields), fields.request_id), disconnected),
  );
  stream(contract.regenerateSearchResponse, (fields, person, disconnected) => {
    const { request_id: newId } = fields;
    const answer = regenerateFromSite(ctx, person, toReference(fields), newId, toSiteScope(fields));
    return follow(person, answer, disconnected);
  });
  stream(contract.continueResponse, (fields, person, disconnected) =>
    follow(person, continueAnswer(ctx, person, toReference(fields)), disconnected),
  );
  call(contract.branchChat, (fields, person) => branchChat(ctx, person, fields));
  call(contract.getMessage, ({ convo_id, message_id }, person) => getMessage(ctx, person, convo_id, message_id));
  call(contract.chooseVersion, ({ convo_id, message_id }, person) => chooseVersion(ctx, person, convo_id, message_id));
}

import { z } from 'zod';
import { Chat, ChatMetadata, sendIds } from './chat.ts';
import { endpoint, Flag, Id, TimeZone } from '#contract/endpoint.ts';
import { Message } from './messages.ts';
import { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { chosenSites, searchScope, searchScopeIds, withoutSources } from '#contract/sites/search.ts';

type AnswerText = Pick<Message, 'state' | 'content'>;

/** Whether an answer was stopped or cut, or has met a budget that is used up, so that its text can be continued. */
export function canContinue({ state, content }: AnswerText): boolean {
  const isCut = state.name === 'stopped' || (state.name === 'complete' && state.finish === 'length');
  const hasMetBudget = state.name === 'failed' && state.error.code === 'budget_used_up';
  return (isCut || hasMetBudget) && content.trim() !== '';
}

/** Whether a new answer replaces this one instead of becoming a version next to it: a failure without text. */
export function replacesFailure({ state, content }: AnswerText): boolean {
  return (state.name === 'failed' || state.name === 'interrupted') && content.trim() === '';
}

const query = z.object({
  convo_id: Id,
  message_id: Id.describe('the answer'),
  event_session_id: Id,
  model: z.string().min(1).max(200),
  concise_mode: Flag,
  temperature: z.coerce.number().min(0).max(2).optional(),
});

const common = { method: 'POST', encoding: 'form', event: AnswerEvent } as const;
const answerIds = { convo_id: sendIds.convo_id, event_session_id: 'own', message_id: 'message' } as const;

const regenerateBody = z.object({
  function_calling: Flag,
  look_up: Flag,
  request_id: Id.optional().describe(
    'id that the client chose for the new answer; a repeated request with it creates no second answer',
  ),
  time_zone: TimeZone,
});

export const regenerateResponse = endpoint({
  ...common,
  path: '/regenerate_response/',
  summary: 'Answers a question again and streams the new answer, which becomes another version',
  toggle: 'chat',
  ids: { ...answerIds, request_id: 'own' },
  query,
  body: regenerateBody,
});

export const regenerateSearchResponse = endpoint({
  ...common,
  path: '/regenerate_search_response/',
  summary: 'The same for an answer from the files of sites; searches again',
  toggle: 'knowledgeSearch',
  ids: { ...answerIds, ...searchScopeIds, request_id: 'own' },
  query: query.extend(chosenSites),
  body: regenerateBody.extend({ selected_ks_files: searchScope.selected_ks_files, without_sources: withoutSources }),
});

export const continueResponse = endpoint({
  ...common,
  path: '/continue_response/',
  summary: 'Continues a stopped or cut answer; the stream starts with its text so far',
  toggle: 'chat',
  ids: answerIds,
  query,
  body: z.object({ function_calling: Flag, look_up: Flag, time_zone: TimeZone }),
});

export const chooseVersion = endpoint({
  method: 'POST',
  path: '/choose_version/',
  summary: 'Shows a version of a message with everything that follows it; returns the chat',
  toggle: 'chat',
  ids: { convo_id: 'chat', message_id: 'message' },
  query: z.object({ convo_id: Id, message_id: Id }),
  reply: Chat,
});

export const branchChat = endpoint({
  method: 'POST',
  path: '/chats/branch',
  summary: 'Starts a chat with the messages of another one up to a message; the other one stays as it is',
  toggle: 'chat',
  ids: { convo_id: 'chat', message_id: 'message', branch_id: 'own' },
  query: z.object({ convo_id: Id, message_id: Id, branch_id: Id.describe("the client's id of the new chat") }),
  reply: ChatMetadata,
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/chat/message',
  summary: 'One message of a chat, also of a version that is not shown',
  toggle: 'chat',
  ids: { convo_id: 'chat', message_id: 'message' },
  query: z.object({ convo_id: Id, message_id: Id }),
  reply: Message,
});

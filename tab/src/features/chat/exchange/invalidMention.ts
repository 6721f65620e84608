import { appendMessage } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getChatType, moveToTop } from '#tab/features/chat/history/metadata.actions.ts';
import { parseLeadingMention } from '#tab/features/chat/mentions/mention.rules.ts';

interface MentioningText {
  text: string;
  /** Names of the mentioned groups. They distinguish a mention in brackets from other text in brackets. */
  mentions?: readonly string[];
}

/** Whether a message of a chat mentions something that cannot be mentioned. A search has no mentions. */
export function hasInvalidMention(chatId: string, { text, mentions = [] }: MentioningText): boolean {
  if (getChatType(chatId) !== 'chat') return false;
  const groups = chats.groups.map((group) => group.group_name);
  const mention = parseLeadingMention(text, groups).name;
  if (mention === 'invalid') return true;
  const first = mentions[0];
  return first !== undefined && text.startsWith(`[${first}]`) && mention !== 'valid';
}

/**
 * Stores a question whose mention is invalid, and the sentence that says so as its answer. No model is asked.
 * @param editOf id of the question that this one is a new version of
 */
export async function answerInvalidMention(
  chatId: string,
  question: Entry,
  answer: Entry,
  editOf?: string,
): Promise<void> {
  const edit = editOf === undefined ? {} : { edit_of: editOf };
  const asked = { convo_id: chatId, message_id: question.message_id, text: question.content, ...edit };
  await api.call(appendMessage, { ...asked, message_type: 'user' });
  question.delivery = 'stored';
  const reply = { convo_id: chatId, message_id: answer.message_id, code: 'invalid_mention' } as const;
  await api.call(appendMessage, { ...reply, message_type: 'system' });
  Object.assign(answer, { content: chatTexts.invalidMention, delivery: 'stored' });
  answer.state = { name: 'complete', finish: 'stop' };
  moveToTop(chatId);
}

/** A place inside AVA that a link can lead to. */
export interface LinkedPlace {
  chatId: string;
  /** A message of the chat to look at; `null` for its end. */
  messageId: string | null;
  /** A citation of that message to open beside it. */
  citation: number | null;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The sub-page id of a chat, as it stands in a link. */
export function subPageOf(chatId: string): string {
  return `chat/${chatId}`;
}

/**
 * The deep link that opens the chat with a bot in Teams, with words in its composer that bring a chat of AVA along: the
 * person sends them, and the bot goes on with that chat.
 */
export function botChatLink(botId: string, chatId: string): string {
  return `https://teams.microsoft.com/l/chat/0/0?users=28:${botId}&message=${encodeURIComponent(`continue ${chatId}`)}`;
}

/**
 * Reads a sub-page id: `chat/{chat}` or `{chat}`, each with `/{message}` where it leads to one, and `/{number}` after that
 * where it leads to a citation of it; `null` for any other.
 */
export function placeOf(subPageId: string): LinkedPlace | null {
  const [chatId = '', messageId = null, number = null, ...more] = subPageId.replace(/^chat\//, '').split('/');
  const ids = messageId === null ? [chatId] : [chatId, messageId];
  const fits =
    more.length === 0 && ids.every((id) => ID.test(id)) && (number === null || /^[1-9]\d{0,3}$/.test(number));
  return fits ? { chatId, messageId, citation: number === null ? null : Number(number) } : null;
}

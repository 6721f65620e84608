/** Target of a deep link inside AVA. */
export interface LinkTarget {
  chatId: string;
  /** Message to scroll to; `null` for the end of the chat. */
  messageId: string | null;
  /** Number of the citation whose file is opened; `null` for none. */
  citation: number | null;
  /** Whether the Export menu of the message is opened. */
  isExport: boolean;
}

const EXPORT = 'export';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Target of a deep link to Tasks: one task, or the area if it is `null`. */
export interface TaskLink {
  taskId: string | null;
}

/** Returns the sub-page id of a chat for a deep link. */
export function toSubPageId(chatId: string): string {
  return `chat/${chatId}`;
}

/**
 * Returns the deep link that opens the chat with the bot in Teams, with a command in the composer. Sending the command
 * continues the chat with this title there. The person reads the command before they send it, so it names no id.
 */
export function createBotChatLink(botId: string, title: string): string {
  const message = `continue “${title}”`;
  return `https://teams.microsoft.com/l/chat/0/0?users=28:${botId}&message=${encodeURIComponent(message)}`;
}

/**
 * Parses a sub-page id: `chat/{chat}` or `{chat}`, optionally followed by `/{message}` and then `/{citation}` or
 * `/export`; `null` for anything else.
 */
export function parseSubPageId(subPageId: string): LinkTarget | null {
  const [chatId = '', messageId = null, part = null, ...more] = subPageId.replace(/^chat\//, '').split('/');
  const ids = messageId === null ? [chatId] : [chatId, messageId];
  const isExport = part === EXPORT;
  const isPart = part === null || isExport || /^[1-9]\d{0,3}$/.test(part);
  if (more.length > 0 || !isPart || !ids.every((id) => ID.test(id))) return null;
  return { chatId, messageId, citation: part === null || isExport ? null : Number(part), isExport };
}

/** Parses a sub-page id of Tasks: `task` or `task/{task}`; `null` for anything else. */
export function parseTaskLink(subPageId: string): TaskLink | null {
  const [area, taskId = null, ...more] = subPageId.split('/');
  return area === 'task' && more.length === 0 && (taskId === null || ID.test(taskId)) ? { taskId } : null;
}

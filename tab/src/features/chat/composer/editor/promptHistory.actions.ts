import { hasEarlier, getUserPrompts } from '#tab/features/chat/chat.actions.ts';
import { stepPromptHistory } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { loadEarlier } from '#tab/features/chat/opening/earlier.actions.ts';

/** Shows the previous prompt, loading an earlier page if needed. Returns false if there is none. */
export function stepToOlderPrompt(chatId: string): boolean {
  const step = () => stepPromptHistory(chatId, getUserPrompts(chatId), 'older');
  if (step()) return true;
  if (!hasEarlier(chatId)) return false;
  void loadEarlier(chatId).then(step);
  return true;
}

import { hasEarlier, loadEarlier, userPrompts } from '../chat.actions.ts';
import { stepHistory } from './draft.actions.ts';

/** Shows the prompt before the present one; where it is not loaded yet, as soon as it is. False: there is none. */
export function stepToOlder(chatId: string): boolean {
  const step = () => stepHistory(chatId, userPrompts(chatId), 'older');
  if (step()) return true;
  if (!hasEarlier(chatId)) return false;
  void loadEarlier(chatId).then(step);
  return true;
}

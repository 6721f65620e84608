import type { TaskNotice } from '../../../api/contract/bot.ts';
import { texts } from '../texts.ts';
import { card, link, textBlock, type Card } from './card.ts';

/** Says which tasks have finished, failed or wait for the person. */
export function taskNoticeCard(tasks: readonly TaskNotice[], tabLink: string): Card {
  const [first, ...others] = tasks.map(({ title, state }) => texts.taskFinished(title, state));
  const lines = others.map((line) => textBlock(line, { spacing: 'Small' }));
  const title = first ?? texts.taskFinished('', 'complete');
  const howToStop = textBlock(texts.howToStopNotices, { isSubtle: true });
  return card(title, [textBlock(title, { weight: 'Bolder' }), ...lines, howToStop], [link(texts.openInAva, tabLink)]);
}

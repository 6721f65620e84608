import type { AccessNotice } from '#contract/bot.ts';
import { texts } from '#bot/texts.ts';
import { card, link, textBlock, type Card } from './card.ts';

const MAX_LINES = 10;

/** Says who asks for access to which site, and how owners decided, with a link to AVA, where requests are answered. */
export function accessNoticeCard([first, ...others]: readonly [AccessNotice, ...AccessNotice[]], tab: string): Card {
  const toLine = ({ site, person, state }: AccessNotice) => texts.accessNotice(site, person, state);
  const lines = others.slice(0, MAX_LINES - 1).map((notice) => textBlock(toLine(notice), { spacing: 'Small' }));
  const howToStop = textBlock(texts.howToStopNotices, { isSubtle: true });
  const title = toLine(first);
  return card(title, [textBlock(title, { weight: 'Bolder' }), ...lines, howToStop], [link(texts.openInAva, tab)]);
}

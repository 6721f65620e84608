import type { FinishedWork } from '../../../api/contract/bot.ts';
import { texts } from '../texts.ts';
import { card, link, textBlock, type Card } from './card.ts';

/** Tells that long work is done: how much of it, by name as far as there is room, and where to look at it. */
export function doneCard(
  { ready, failed, files }: FinishedWork,
  sites: ReadonlyMap<string, string>,
  url: string,
): Card {
  const title = texts.workDone(ready, failed);
  const lines = files.map(({ name, site_id: siteId, state }) => {
    return textBlock(texts.fileDone(name, sites.get(siteId) ?? '', state), { spacing: 'Small' });
  });
  const more = ready + failed - files.length;
  const rest = more > 0 ? [textBlock(texts.moreFiles(more), { isSubtle: true, spacing: 'Small' })] : [];
  return card(
    title,
    [textBlock(title, { weight: 'Bolder' }), ...lines, ...rest, textBlock(texts.noticesOff, { isSubtle: true })],
    [link(texts.openInAva, url)],
  );
}

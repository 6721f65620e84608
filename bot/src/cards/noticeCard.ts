import type { FinishedWork } from '#contract/bot.ts';
import { texts } from '#bot/texts.ts';
import { card, link, textBlock, type Card } from './card.ts';

/** Says how many files are ready or failed, and names some of them. */
export function noticeCard(
  { ready, failed, files }: FinishedWork,
  siteNames: ReadonlyMap<string, string>,
  tabLink: string,
): Card {
  const title = texts.filesFinished(ready, failed);
  const lines = files.map(({ name, site_id: siteId, state }) => {
    return textBlock(texts.fileFinished(name, siteNames.get(siteId) ?? '', state), { spacing: 'Small' });
  });
  const more = ready + failed - files.length;
  const moreLine = more > 0 ? [textBlock(texts.moreFiles(more), { isSubtle: true, spacing: 'Small' })] : [];
  const howToStop = textBlock(texts.howToStopNotices, { isSubtle: true });
  return card(
    title,
    [textBlock(title, { weight: 'Bolder' }), ...lines, ...moreLine, howToStop],
    [link(texts.openInAva, tabLink)],
  );
}

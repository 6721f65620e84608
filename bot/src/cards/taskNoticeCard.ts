import type { TaskNotice } from '#contract/bot.ts';
import type { Links } from '#bot/text/links.ts';
import { texts } from '#bot/texts.ts';
import { card, link, textBlock, type Card, type CardElement } from './card.ts';

const MAX_LINKS = 6;

/** Says which tasks have finished, failed or wait for the person, with a link to each. */
export function taskNoticeCard(tasks: readonly TaskNotice[], links: Links): Card {
  const [first, ...others] = tasks.map(({ title, state }) => texts.taskFinished(title, state));
  const lines = others.map((line) => textBlock(line, { spacing: 'Small' }));
  const title = first ?? texts.taskFinished('', 'complete');
  const howToStop = textBlock(texts.howToStopNotices, { isSubtle: true });
  return card(title, [textBlock(title, { weight: 'Bolder' }), ...lines, howToStop], listLinks(tasks, links));
}

function listLinks(tasks: readonly TaskNotice[], links: Links): CardElement[] {
  const byId = new Map(tasks.map(({ task_id, title }) => [task_id, title]));
  const [only] = byId.keys();
  if (byId.size === 1) return [link(texts.openInAva, links.task(only))];
  if (byId.size > MAX_LINKS) return [link(texts.openInAva, links.task())];
  return [...byId].map(([id, title]) => link(texts.openTask(title), links.task(id)));
}

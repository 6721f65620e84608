import { DATE_LOCALE } from '../../../api/contract/limits.ts';
import type { Citation } from '../../../api/contract/runs.ts';
import { sentence, joinMarkdown, short, type Markdown } from '../markdown.ts';
import { texts } from '../texts.ts';
import { button, card, link, textBlock, type Card, type CardElement } from './card.ts';

/** A card shows as many sources as Teams shows citations; the tab has the others. */
export const MAX_SOURCES = 10;
const MAX_QUOTE = 400;
const MAX_FOLLOW_UPS = 3;

export interface SourcesOfAnswer {
  citations: readonly Citation[];
  followUps: readonly string[];
  /** The name of a site by its id. */
  siteName: (id: string) => string;
  /** Where a citation is opened, in the tab. */
  linkTo: (citation: Citation) => string;
  /** Where the whole answer is. */
  answerLink: string;
}

const standings: Record<Citation['standing'], Markdown | null> = {
  holds: null,
  unverified: sentence`The quote could not be found there.`,
  changed: sentence`The file has changed since.`,
  denied: sentence`You may not open this file.`,
};

/** When a file was changed, as en-US writes a date; empty for what is no date. */
function dateOf(text: string | null): string {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? '' : new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' }).format(time);
}

function sourceOf(citation: Citation, { siteName, linkTo }: SourcesOfAnswer): CardElement {
  const { number, filename, location, site, lastModified, quote, standing } = citation;
  const facts = [location, site === null ? '' : siteName(site), dateOf(lastModified)].filter((fact) => fact !== '');
  const items = [
    textBlock(sentence`[${number}] **${short(filename, 120)}**`),
    textBlock(sentence`${short(facts.join(' · '), 200)}`, { isSubtle: true, size: 'Small', spacing: 'None' }),
  ];
  if (quote !== '') items.push(textBlock(sentence`“${short(quote, MAX_QUOTE)}”`, { size: 'Small', spacing: 'Small' }));
  const warning = standings[standing];
  if (warning !== null) items.push(textBlock(warning, { color: 'Warning', size: 'Small', spacing: 'Small' }));
  return {
    type: 'Container',
    separator: true,
    items,
    selectAction: link(`${texts.openInAva}: ${filename}`, linkTo(citation)),
  };
}

/** The sources of an answer, each opened at its page with one press, and questions to go on with. */
export function sourcesCard(answer: SourcesOfAnswer): Card {
  const shown = answer.citations.slice(0, MAX_SOURCES);
  const heading = shown.length > 0 ? [textBlock(texts.sources, { weight: 'Bolder', size: 'Small' })] : [];
  const names = shown.map(({ number, filename, location }) => `[${number}] ${filename}, ${location}`);
  return card(
    joinMarkdown([texts.sources, sentence`${names.join(' · ')}`], ' '),
    [...heading, ...shown.map((citation) => sourceOf(citation, answer))],
    [
      ...answer.followUps
        .slice(0, MAX_FOLLOW_UPS)
        .map((text) => button(text, { verb: 'ask', text: short(text, 1_000) })),
      link(texts.openInAva, answer.answerLink),
    ],
  );
}

export interface HiddenSources {
  asker: { id: string; name: string };
  chatId: string;
  messageId: string;
  answerLink: string;
  /** The message that the card will stand in, sealed (`place.ts`), where it is known. */
  place?: string;
}

/** In a group: the sources are the asker's to show. Neither names nor quotes of files are in this card. */
export function hiddenSourcesCard({ asker, chatId, messageId, answerLink, place = '' }: HiddenSources): Card {
  const sentence = texts.sourcesHidden(asker.name);
  return card(
    sentence,
    [textBlock(sentence, { isSubtle: true, size: 'Small' })],
    [
      button(texts.showSources, { verb: 'showSources', asker: asker.id, chat: chatId, message: messageId, place }),
      link(texts.openInAva, answerLink),
    ],
  );
}

import type { Site } from '#contract/sites/sites.ts';
import { DATE_LOCALE } from '#contract/limits.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { toExcerptText } from '#contract/text/excerptText.ts';
import { joinMarkdown, sentence, shorten } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import { button, card, link, textBlock, type Card, type CardElement } from './card.ts';

/** Teams shows at most ten citations of a message, and so does the card; the tab shows all. */
export const MAX_SOURCES = 10;
const MAX_EXCERPT = 400;
const MAX_FILE_NAME = 120;
const MAX_DETAILS = 140;
const MAX_CALLS = 8;
const MAX_FOLLOW_UPS = 3;
const MAX_FOLLOW_UP = 1_000;

interface SourcesCardOptions {
  citations: readonly Citation[];
  /** Functions that the model called for the answer. */
  calls?: readonly FunctionCall[];
  followUps: readonly string[];
  /** The site that the answer comes from, if several were searched. */
  proposedSite?: Pick<Site, 'SiteId' | 'SiteName'> | null | undefined;
  getSiteName: (id: string) => string;
  /** The address of a citation in the tab. */
  linkTo: (citation: Citation) => string;
  /** The address of the answer in the tab. */
  answerLink: string;
  /** The address of its Export menu in the tab; missing if there is nothing to export. */
  exportLink?: string | undefined;
}

/** @param date ISO date; an invalid one becomes an empty text */
function formatDate(date: string | null): string {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? '' : new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium' }).format(time);
}

function sourceElement(citation: Citation, { getSiteName, linkTo }: SourcesCardOptions): CardElement {
  const { number, filename, location, site, lastModified, quote: excerpt, standing } = citation;
  const details = [location, site === null ? '' : getSiteName(site), formatDate(lastModified)];
  const detailsLine = details.filter((detail) => detail !== '').join(' · ');
  const items = [
    textBlock(sentence`[${number}] **${shorten(filename, MAX_FILE_NAME)}**`),
    textBlock(sentence`${shorten(detailsLine, MAX_DETAILS)}`, { isSubtle: true, size: 'Small', spacing: 'None' }),
  ];
  if (excerpt !== '') {
    const text = sentence`“${shorten(toExcerptText(excerpt), MAX_EXCERPT)}”`;
    items.push(textBlock(text, { size: 'Small', spacing: 'Small' }));
  }
  if (standing !== 'holds')
    items.push(textBlock(texts.standings[standing], { color: 'Warning', size: 'Small', spacing: 'Small' }));
  return {
    type: 'Container',
    separator: true,
    items,
    selectAction: link(`${texts.openInAva}: ${filename}`, linkTo(citation)),
  };
}

/** One line for each call: what was looked up, and how it ended. The results are among the sources. */
function createCallLines(calls: readonly FunctionCall[]): CardElement[] {
  if (calls.length === 0) return [];
  const lines = calls.slice(0, MAX_CALLS).map(texts.call);
  return [
    textBlock(texts.lookedUp, { weight: 'Bolder', size: 'Small' }),
    textBlock(joinMarkdown(lines), { isSubtle: true, size: 'Small', spacing: 'None' }),
  ];
}

/** What was looked up for an answer, its sources, each with a link, and its follow-up questions. */
export function answerCard(options: SourcesCardOptions): Card {
  const citations = options.citations.slice(0, MAX_SOURCES);
  const heading = citations.length > 0 ? [textBlock(texts.sources, { weight: 'Bolder', size: 'Small' })] : [];
  const names = citations.map(({ number, filename, location }) => `[${number}] ${filename}, ${location}`);
  return card(
    joinMarkdown([texts.sources, sentence`${names.join(' · ')}`], ' '),
    [
      ...createCallLines(options.calls ?? []),
      ...heading,
      ...citations.map((citation) => sourceElement(citation, options)),
      ...createRestLine(options.citations),
    ],
    [
      ...options.followUps
        .slice(0, MAX_FOLLOW_UPS)
        .map((text) => button(text, { verb: 'ask', text: shorten(text, MAX_FOLLOW_UP) })),
      ...createSiteButton(options),
      ...createAnswerLinks(options),
    ],
  );
}

function createSiteButton({ proposedSite }: Pick<SourcesCardOptions, 'proposedSite'>): CardElement[] {
  if (!proposedSite) return [];
  return [button(texts.searchOnly(proposedSite.SiteName), { verb: 'site', site: proposedSite.SiteId })];
}

/** Says how many sources the card does not list; its link to the tab leads to them. */
function createRestLine(citations: readonly Citation[]): CardElement[] {
  const count = citations.length - MAX_SOURCES;
  return count > 0 ? [textBlock(texts.moreSources(count), { isSubtle: true, size: 'Small' })] : [];
}

/** Buttons that open the answer and its Export menu. Both lead to the asker's chat, which only the asker can open. */
function createAnswerLinks({ answerLink, exportLink }: Pick<SourcesCardOptions, 'answerLink' | 'exportLink'>) {
  const openAnswer = link(texts.openInAva, answerLink);
  return exportLink === undefined ? [openAnswer] : [openAnswer, link(texts.exportInAva, exportLink)];
}

interface HiddenSourcesCardOptions {
  asker: { id: string; name: string };
  chatId: string;
  messageId: string;
  answerLink: string;
  exportLink?: string | undefined;
  /** Proof that the card's message shows the answer (`auth/answerProof.ts`); missing if the message's id is unknown. */
  proof?: string;
}

/** The card of an answer in a group, until the asker shows the sources. It contains no file names and no excerpts. */
export function hiddenAnswerCard(options: HiddenSourcesCardOptions): Card {
  const { asker, chatId, messageId, proof = '' } = options;
  const text = texts.sourcesHidden(asker.name);
  return card(
    text,
    [textBlock(text, { isSubtle: true, size: 'Small' })],
    [
      button(texts.showSources, {
        verb: 'showSources',
        asker: asker.id,
        chat: chatId,
        message: messageId,
        place: proof,
      }),
      ...createAnswerLinks(options),
    ],
  );
}

/** Shown until an answer in a group is complete, because Teams has no Stop button there. */
export function waitingCard(askerId: string): Card {
  return card(
    texts.thinking,
    [textBlock(texts.thinking, { isSubtle: true })],
    [button(texts.stop, { verb: 'stop', asker: askerId })],
  );
}

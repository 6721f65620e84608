import type { Attachment } from 'botbuilder';
import { joinMarkdown, sentence, shorten, type Markdown } from '#bot/text/markdown.ts';

/** The newest version that Teams supports for bots. */
const VERSION = '1.5';
export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';
/** Older Teams clients accept cards of at most 28 KB. */
export const MAX_CARD_BYTES = 28_000;
/** Maximum number of actions of a card. If there are more, Teams shows none of them. */
const MAX_ACTIONS = 6;
const MAX_TITLE = 60;

export type CardElement = { type: string; [property: string]: unknown };

export interface Card {
  $schema: string;
  type: 'AdaptiveCard';
  version: string;
  fallbackText: Markdown;
  body: CardElement[];
  actions?: CardElement[];
}

/** A client that cannot show the card shows `fallbackText`. */
export function card(fallbackText: Markdown, body: CardElement[], actions: CardElement[] = []): Card {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: VERSION,
    fallbackText,
    body,
    ...(actions.length > 0 ? { actions: actions.slice(0, MAX_ACTIONS) } : {}),
  };
}

export function toAttachment(content: Card): Attachment {
  return { contentType: CARD_TYPE, content };
}

/** A button that the bot handles. A client without Action.Execute sends the same data in a message. */
export function button(title: string, data: { verb: string; [field: string]: unknown }): CardElement {
  return {
    type: 'Action.Execute',
    title: shorten(title, MAX_TITLE),
    verb: data.verb,
    data,
    fallback: { type: 'Action.Submit', title: shorten(title, MAX_TITLE), data },
  };
}

/** A button that sends a text, as if the person had typed it. */
export function textButton(title: string, text: string): CardElement {
  return {
    type: 'Action.Submit',
    title: shorten(title, MAX_TITLE),
    data: { msteams: { type: 'imBack', value: text } },
  };
}

export function link(title: string, url: string): CardElement {
  return { type: 'Action.OpenUrl', title: shorten(title, MAX_TITLE), url };
}

/** Text blocks and facts are Markdown; titles of buttons and choices are plain text. */
export function textBlock(text: Markdown, properties: Record<string, unknown> = {}): CardElement {
  return { type: 'TextBlock', text, wrap: true, ...properties };
}

export function factSet(facts: readonly { title: Markdown; value: Markdown }[]): CardElement {
  return { type: 'FactSet', facts };
}

/** Fallback text of a list: a sentence and all names. */
export function toFallbackText(lead: Markdown, names: readonly string[]): Markdown {
  return joinMarkdown([lead, sentence`${names.join(', ')}`], ' ');
}

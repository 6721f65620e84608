import type { Attachment } from 'botbuilder';
import { short, type Markdown } from '../markdown.ts';

/** The newest that Teams shows bots' cards with. */
const VERSION = '1.5';
/** Older Teams clients take cards of at most 28 KB. */
export const MAX_CARD_BYTES = 28_000;
const MAX_ACTIONS = 6;

export type CardElement = { type: string; [property: string]: unknown };

export interface Card {
  $schema: string;
  type: 'AdaptiveCard';
  version: string;
  fallbackText: Markdown;
  body: CardElement[];
  actions?: CardElement[];
}

/** A card; whoever cannot show it shows the text. Actions beyond the sixth are dropped: Teams would show none of them. */
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

export function attachmentOf(content: Card): Attachment {
  return { contentType: 'application/vnd.microsoft.card.adaptive', content };
}

/** A button that the bot answers. Where a client does not know Execute, the same comes as a message. */
export function button(title: string, data: { verb: string; [field: string]: unknown }): CardElement {
  return {
    type: 'Action.Execute',
    title: short(title, 60),
    verb: data.verb,
    data,
    fallback: { type: 'Action.Submit', title: short(title, 60), data },
  };
}

export function link(title: string, url: string): CardElement {
  return { type: 'Action.OpenUrl', title: short(title, 60), url };
}

/** Cards draw Markdown in text blocks and facts; titles of buttons and choices are plain text. */
export function textBlock(text: Markdown, more: Record<string, unknown> = {}): CardElement {
  return { type: 'TextBlock', text, wrap: true, ...more };
}

export function factSet(facts: readonly { title: Markdown; value: Markdown }[]): CardElement {
  return { type: 'FactSet', facts };
}

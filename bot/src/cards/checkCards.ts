import { createRequire } from 'node:module';
import type { Activity, Attachment, TurnContext } from 'botbuilder';
import type { Log } from '#platform/log.ts';
import { CARD_TYPE, MAX_CARD_BYTES, type Card } from './card.ts';

// Node cannot load the ES modules of `adaptivecards`, because their imports have no extensions.
const require = createRequire(import.meta.url);
const { AdaptiveCard, SerializationContext, Versions } =
  require('adaptivecards/dist/adaptivecards.js') as typeof import('adaptivecards');

/**
 * A middleware that sends the fallback text of a card in its place if Teams would not show the card, and logs the reason.
 * Teams says nothing: the person sees an empty message.
 */
export function createCardCheck(log: Log) {
  return async (context: TurnContext, next: () => Promise<void>): Promise<void> => {
    context.onSendActivities((_, activities, send) => {
      for (const activity of activities) replaceInvalidCards(activity, log);
      return send();
    });
    context.onUpdateActivity((_, activity, update) => {
      replaceInvalidCards(activity, log);
      return update();
    });
    await next();
  };
}

export function replaceInvalidCards(activity: Partial<Activity>, log: Log): void {
  const kept: Attachment[] = [];
  for (const attachment of activity.attachments ?? []) {
    const card = attachment.contentType === CARD_TYPE ? (attachment.content as Card) : null;
    const problems = card === null ? [] : findProblems(card);
    if (card === null || problems.length === 0) {
      kept.push(attachment);
      continue;
    }
    log.error({ problems }, 'card cannot be shown');
    activity.text = [activity.text, card.fallbackText].filter(Boolean).join('\n\n');
  }
  if (activity.attachments) activity.attachments = kept;
}

/**
 * The problems of a card: what the library of Adaptive Cards does not understand, what is missing, and whether the card
 * is too large for Teams.
 */
function findProblems(content: Card): string[] {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes > MAX_CARD_BYTES) return [`${bytes} bytes are more than ${MAX_CARD_BYTES}`];
  const parsing = new SerializationContext(Versions.v1_5);
  const card = new AdaptiveCard();
  card.parse(content, parsing);
  const parsed = Array.from({ length: parsing.eventCount }, (_, index) => parsing.getEventAt(index).message);
  return [...parsed, ...card.validateProperties().validationEvents.map(({ message }) => message)];
}

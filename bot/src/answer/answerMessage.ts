import type { Entity } from 'botbuilder';
import type { Site } from '#contract/sites/sites.ts';
import type { Answer, Citation } from '#contract/runs/answerEvents.ts';
import { toExcerptText } from '#contract/text/excerptText.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { hiddenAnswerCard, MAX_SOURCES, answerCard } from '#bot/cards/answerCard.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import type { Links } from '#bot/text/links.ts';
import { sentence, shorten, type Markdown } from '#bot/text/markdown.ts';

const MAX_NAME = 80;
const MAX_ABSTRACT = 160;
const MAX_KEYWORD = 28;

/** The AI label, and what Teams shows for each `[number]` in the text. */
export function createMessageEntity(citations: readonly Citation[], linkTo: (citation: Citation) => string): Entity {
  const claims = citations.slice(0, MAX_SOURCES).map((citation) => ({
    '@type': 'Claim',
    position: citation.number,
    appearance: {
      '@type': 'DigitalDocument',
      name: shorten(citation.filename, MAX_NAME),
      url: linkTo(citation),
      abstract: shorten(toExcerptText(citation.quote) || citation.location || citation.filename, MAX_ABSTRACT),
      ...(citation.location === '' ? {} : { keywords: [shorten(citation.location, MAX_KEYWORD)] }),
    },
  }));
  return {
    type: 'https://schema.org/Message',
    '@type': 'Message',
    '@context': 'https://schema.org',
    '@id': '',
    additionalType: ['AIGeneratedContent'],
    ...(claims.length > 0 ? { citation: claims } : {}),
  };
}

interface AnswerMessageOptions {
  conversation: Pick<Conversation, 'kind' | 'asker'>;
  chatId: string;
  answer: Answer;
  getSiteName: (id: string) => string;
  links: Links;
  /** In a group, the asker decides whether the sources are shown. */
  withSources: boolean;
  /** A site in which the next question of a personal chat can be asked. */
  proposedSite?: Pick<Site, 'SiteId' | 'SiteName'> | null;
  /** Proof that the message shows the answer (`auth/answerProof.ts`); empty if not needed, or without a message id. */
  proof: string;
}

/** The message that shows an answer. `text` can be a part of the answer's text. */
export function createAnswerMessage(text: Markdown, options: AnswerMessageOptions): Outgoing {
  const { conversation, chatId, answer, getSiteName, links, withSources, proof } = options;
  const answerLink = links.chat(chatId, answer.message_id);
  // An answer without text has no Export menu.
  const exportLink = answer.content === '' ? undefined : links.exportMenu(chatId, answer.message_id);
  const linkTo = ({ number }: Citation) => links.chat(chatId, answer.message_id, number);
  const citations = withSources ? answer.links : [];
  const hasHiddenSources = answer.links.length > 0 && !withSources;
  // In a group, the message has neither follow-up questions nor function calls, which can name files of the asker.
  const [followUps, calls] = conversation.kind === 'personal' ? [answer.followUpQuestions, answer.calls] : [[], []];
  const proposedSite = conversation.kind === 'personal' ? options.proposedSite : null;
  const ids = { chatId, messageId: answer.message_id };
  const card = hasHiddenSources
    ? hiddenAnswerCard({ asker: conversation.asker, ...ids, answerLink, exportLink, proof })
    : answerCard({ citations, calls, followUps, proposedSite, getSiteName, linkTo, answerLink, exportLink });
  return {
    type: 'message',
    textFormat: 'markdown',
    text,
    entities: [createMessageEntity(citations, linkTo)],
    attachments: [toAttachment(card)],
    channelData: { feedbackLoop: { type: 'default' } },
  };
}

/** The sentence below an answer that is not complete; empty for a complete one. */
export function getEndNote({ state }: Pick<Answer, 'state'>): Markdown {
  switch (state.name) {
    case 'failed':
      return sentence`${state.error.detail}`;
    case 'stopped':
      return texts.stopped;
    case 'interrupted':
    case 'streaming':
      return texts.interrupted;
    case 'complete':
      return sentence``;
    default:
      return state satisfies never;
  }
}

import type { Entity } from 'botbuilder';
import type { Answer, Citation } from '../../api/contract/runs.ts';
import { attachmentOf } from './cards/card.ts';
import { hiddenSourcesCard, MAX_SOURCES, sourcesCard } from './cards/sourcesCard.ts';
import type { Conversation, Outgoing } from './conversation.ts';
import type { Links } from './links.ts';
import { sentence, short, type Markdown } from './markdown.ts';
import { texts } from './texts.ts';

const MAX_NAME = 80;
const MAX_ABSTRACT = 160;

/** The label that says who wrote this, and what Teams shows of each `[number]` in the text; at most ten, each with a quote. */
export function messageEntity(citations: readonly Citation[], linkTo: (citation: Citation) => string): Entity {
  const cited = citations.slice(0, MAX_SOURCES).map((citation) => ({
    '@type': 'Claim',
    position: citation.number,
    appearance: {
      '@type': 'DigitalDocument',
      name: short(citation.filename, MAX_NAME),
      url: linkTo(citation),
      abstract: short(citation.quote || citation.location || citation.filename, MAX_ABSTRACT),
      ...(citation.location === '' ? {} : { keywords: [short(citation.location, 28)] }),
    },
  }));
  return {
    type: 'https://schema.org/Message',
    '@type': 'Message',
    '@context': 'https://schema.org',
    '@id': '',
    additionalType: ['AIGeneratedContent'],
    ...(cited.length > 0 ? { citation: cited } : {}),
  };
}

export interface Shown {
  conversation: Pick<Conversation, 'kind' | 'asker'>;
  chatId: string;
  answer: Answer;
  siteName: (id: string) => string;
  links: Links;
  /** In a group the sources are shown when the asker says so. */
  withSources: boolean;
  /** The message that will show it, sealed (`place.ts`); empty where it is not known, or does not matter. */
  place: string;
}

/** The message that shows an answer, or the part of its text that is given. */
export function answerMessage(text: Markdown, shown: Shown): Outgoing {
  const { conversation, chatId, answer, siteName, links, withSources, place } = shown;
  const answerLink = links.chat(chatId, answer.message_id);
  const linkTo = ({ number }: Citation) => links.chat(chatId, answer.message_id, number);
  const citations = withSources ? answer.links : [];
  const hidden = answer.links.length > 0 && !withSources;
  const followUps = conversation.kind === 'personal' ? answer.followUpQuestions : [];
  const ids = { chatId, messageId: answer.message_id };
  const card = hidden
    ? hiddenSourcesCard({ asker: conversation.asker, ...ids, answerLink, place })
    : sourcesCard({ citations, followUps, siteName, linkTo, answerLink });
  return {
    type: 'message',
    textFormat: 'markdown',
    text,
    entities: [messageEntity(citations, linkTo)],
    attachments: [attachmentOf(card)],
    channelData: { feedbackLoop: { type: 'default' } },
  };
}

/** How an answer ends that did not come to its own end. */
export function endOf({ state }: Pick<Answer, 'state'>): Markdown {
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

import { renderCard } from './adaptiveCard.js';
import { createCitationMark, createReferences, getClaims, isByAi } from './citations.js';
import { createElement, createIcon } from './elements.js';
import { createFeedback } from './feedback.js';
import { renderMarkdown } from './renderMarkdown.js';

/**
 * @typedef {import('./channelClient.js').Message} Message
 * @typedef {import('./channelClient.js').Conversation} Conversation
 *
 * @typedef {object} MessageActions The actions that a person can take on a message.
 * @property {string} person Key of the person.
 * @property {(url: string) => void} followLink
 * @property {(message: Message, action: { type: string, verb?: string, data: unknown }) => void} runCardAction
 * @property {(message: Message, feedback: import('./channelClient.js').Feedback) => Promise<boolean>} submitFeedback
 * @property {(message: Message, url: string | undefined) => void} signIn
 */

const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';
const OAUTH_CARD = 'application/vnd.microsoft.card.oauth';
const FILE_DOWNLOAD = 'application/vnd.microsoft.teams.file.download.info';

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** @type {Partial<Record<Message['state'], string>>} */
const stateTexts = { stopped: 'You stopped this response.', deleted: 'This message has been deleted.' };

/** @param {Message} message @param {Conversation} conversation @param {MessageActions} actions */
export function renderMessage(message, conversation, actions) {
  const isMine = message.from === actions.person;
  const author = conversation.people.find(({ key }) => key === message.from)?.name ?? 'AVA';
  const body = renderBody(message, actions);
  // After the sign-in, the message with the sign-in card is empty.
  const hidden = body.length === 0;
  const classes = ['message', isMine ? 'mine' : 'theirs', message.state, message.threadId ? 'reply' : '']
    .join(' ')
    .trim();
  return createElement(
    'li',
    { class: classes, 'data-message': message.id, hidden },
    isMine ? null : renderPortrait(message, conversation),
    createElement(
      'article',
      { 'aria-label': isMine ? 'You' : author },
      createElement('header', {}, ...renderHeader(message, isMine ? '' : author)),
      createElement('div', { class: 'bubble' }, ...body),
      renderFooter(message, actions),
    ),
  );
}

/** @param {Message} message @param {Conversation} conversation */
function renderPortrait({ from }, { people }) {
  const person = people.find(({ key }) => key === from);
  if (!person) return createElement('img', { class: 'portrait', src: '/ava.svg', alt: '' });
  if (person.hasPhoto) return createElement('img', { class: 'portrait', src: `/people/${from}.png`, alt: '' });
  const names = person.name.split(' ');
  const initials = `${names[0]?.[0] ?? ''}${names.at(-1)?.[0] ?? ''}`;
  return createElement('span', { class: 'portrait', 'aria-hidden': 'true' }, initials);
}

/** @param {Message} message @param {string} author */
function renderHeader({ at, edited, state, activity }, author) {
  const hasAiLabel = state !== 'deleted' && isByAi(activity);
  return [
    author ? createElement('strong', {}, author) : null,
    createElement('time', { datetime: at }, timeFormat.format(new Date(at))),
    edited ? createElement('span', {}, 'Edited') : null,
    hasAiLabel ? createElement('span', { class: 'ai-label' }, 'AI generated') : null,
  ].filter((node) => node !== null);
}

/** @param {Message} message @param {MessageActions} actions @returns {Node[]} */
function renderBody(message, actions) {
  const { activity, state } = message;
  const stateText = stateTexts[state];
  const note = stateText ? [createElement('p', { class: 'quiet' }, stateText)] : [];
  if (state === 'deleted') return note;
  if (state === 'informative') return [createElement('p', { class: 'informative' }, activity.text ?? '')];
  return [
    ...renderText(message, actions),
    ...activity.attachments.flatMap((attachment) => renderAttachment(attachment, message, actions)),
    ...note,
  ];
}

/** @param {Message} message @param {MessageActions} actions @returns {Node[]} */
function renderText({ from, activity }, { followLink }) {
  const text = activity.text ?? '';
  if (from !== 'bot') return text === '' ? [] : [createElement('p', { class: 'typed' }, ...renderMentions(text))];
  const claims = getClaims(activity);
  return renderMarkdown(text, {
    followLink,
    createCitationMark(number) {
      const claim = claims.find(({ position }) => position === number);
      return claim ? createCitationMark(claim, followLink) : null;
    },
  });
}

/** @param {string} text */
function renderMentions(text) {
  return text.split(/(<at>[^<]*<\/at>)/).map((part) => {
    const name = /^<at>([^<]*)<\/at>$/.exec(part)?.[1];
    return name === undefined ? part : createElement('span', { class: 'mention' }, name);
  });
}

/**
 * @param {import('./channelClient.js').Attachment} attachment
 * @param {Message} message
 * @param {MessageActions} actions
 * @returns {Node[]}
 */
function renderAttachment({ contentType, content, name = '' }, message, actions) {
  const { person, followLink } = actions;
  // Only the bot can get a pasted image from the channel.
  if (contentType.startsWith('image/')) return [renderFile('Image')];
  if (contentType === FILE_DOWNLOAD) return [renderFile(name)];
  if (contentType === ADAPTIVE_CARD) {
    const card = message.cards[person] ?? content;
    return [renderCard(card, { followLink, runAction: (action) => actions.runCardAction(message, action) })];
  }
  if (contentType !== OAUTH_CARD || message.signedIn.includes(person)) return [];
  const [button] = content.buttons ?? [];
  const onclick = () => actions.signIn(message, button?.value);
  return [
    createElement(
      'div',
      { class: 'card sign-in' },
      createElement('p', {}, content.text ?? 'Please sign in.'),
      createElement('button', { type: 'button', class: 'button', onclick }, button?.title ?? 'Sign in'),
    ),
  ];
}

/** @param {string} name */
function renderFile(name) {
  return createElement('span', { class: 'file' }, createIcon('file'), name);
}

/** @param {Message} message @param {MessageActions} actions */
function renderFooter(message, { followLink, submitFeedback }) {
  const { channelData } = message.activity;
  if (message.state !== 'sent') return null;
  const isFromBot = message.from === 'bot';
  const hasFeedback = isFromBot && (channelData?.feedbackLoop || channelData?.feedbackLoopEnabled);
  return createElement(
    'footer',
    {},
    isFromBot ? createReferences(getClaims(message.activity), followLink) : null,
    hasFeedback ? createFeedback((feedback) => submitFeedback(message, feedback)) : null,
  );
}

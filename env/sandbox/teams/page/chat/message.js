import { cardOf } from './cards.js';
import { claimsOf, isByAi, markOf, referencesOf } from './citations.js';
import { element, icon } from './elements.js';
import { feedbackOf } from './feedback.js';
import { wordsOf } from './words.js';

/**
 * @typedef {import('./channel.js').Message} Message
 * @typedef {import('./channel.js').Room} Room
 *
 * @typedef {object} MessageHands What a message lets a person do.
 * @property {string} person Who looks at it.
 * @property {(url: string) => void} follow
 * @property {(message: Message, action: { type: string, verb?: string, data: unknown }) => void} act
 * @property {(message: Message, thumb: { reaction: string, text: string }) => Promise<boolean>} react
 * @property {(message: Message, url: string | undefined) => void} signIn
 */

const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';
const OAUTH = 'application/vnd.microsoft.card.oauth';
const FILE = 'application/vnd.microsoft.teams.file.download.info';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The sentences a message says of itself. @type {Partial<Record<Message['state'], string>>} */
const stateWords = { stopped: 'You stopped this response.', deleted: 'This message has been deleted.' };

/** @param {Message} message @param {Room} room @param {MessageHands} hands */
export function messageOf(message, room, hands) {
  const mine = message.from === hands.person;
  const author = room.people.find(({ key }) => key === message.from)?.name ?? 'AVA';
  const body = bodyOf(message, hands);
  // A sign-in card that did its work leaves nothing to show.
  const hidden = body.length === 0;
  const classes = ['message', mine ? 'mine' : 'theirs', message.state, message.threadId ? 'reply' : '']
    .join(' ')
    .trim();
  return element(
    'li',
    { class: classes, 'data-message': message.id, hidden },
    mine ? null : portraitOf(message, room),
    element(
      'article',
      { 'aria-label': mine ? 'You' : author },
      element('header', {}, ...headOf(message, mine ? '' : author)),
      element('div', { class: 'bubble' }, ...body),
      footOf(message, hands),
    ),
  );
}

/** @param {Message} message @param {Room} room */
function portraitOf({ from }, { people }) {
  const person = people.find(({ key }) => key === from);
  if (!person) return element('img', { class: 'portrait', src: '/ava.svg', alt: '' });
  if (person.hasPhoto) return element('img', { class: 'portrait', src: `/people/${from}.png`, alt: '' });
  const words = person.name.split(' ');
  return element(
    'span',
    { class: 'portrait', 'aria-hidden': 'true' },
    `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}`,
  );
}

/** @param {Message} message @param {string} author */
function headOf({ at, edited, state, activity }, author) {
  const ai = state !== 'deleted' && isByAi(activity) ? element('span', { class: 'ai-label' }, 'AI generated') : null;
  return [
    author ? element('strong', {}, author) : null,
    element('time', { datetime: at }, time.format(new Date(at))),
    edited ? element('span', {}, 'Edited') : null,
    ai,
  ].filter((part) => part !== null);
}

/** @param {Message} message @param {MessageHands} hands @returns {Node[]} */
function bodyOf(message, hands) {
  const { activity, state } = message;
  const said = stateWords[state];
  const note = said ? [element('p', { class: 'quiet' }, said)] : [];
  if (state === 'deleted') return note;
  if (state === 'informative') return [element('p', { class: 'informative' }, activity.text ?? '')];
  return [
    ...wordsIn(message, hands),
    ...activity.attachments.flatMap((each) => attached(each, message, hands)),
    ...note,
  ];
}

/** @param {Message} message @param {MessageHands} hands @returns {Node[]} */
function wordsIn({ from, activity }, hands) {
  const text = activity.text ?? '';
  if (from !== 'bot') return text === '' ? [] : [element('p', { class: 'typed' }, ...mentionsIn(text))];
  const claims = claimsOf(activity);
  /** @param {number} number */
  const cite = (number) => {
    const claim = claims.find(({ position }) => position === number);
    return claim ? markOf(claim, hands.follow) : null;
  };
  return wordsOf(text, { follow: hands.follow, cite });
}

/** What a person typed, with the names they mentioned set apart. @param {string} text */
function mentionsIn(text) {
  return text.split(/(<at>[^<]*<\/at>)/).map((piece) => {
    const name = /^<at>([^<]*)<\/at>$/.exec(piece)?.[1];
    return name === undefined ? piece : element('span', { class: 'mention' }, name);
  });
}

/**
 * @param {import('./channel.js').Attachment} attachment
 * @param {Message} message
 * @param {MessageHands} hands
 * @returns {Node[]}
 */
function attached({ contentType, content, name = '' }, message, hands) {
  const { person, follow } = hands;
  // The channel gives a pasted image to the bot alone.
  if (contentType.startsWith('image/')) return [element('span', { class: 'file' }, icon('file'), 'Image')];
  if (contentType === FILE) return [element('span', { class: 'file' }, icon('file'), name)];
  if (contentType === ADAPTIVE) {
    return [cardOf(message.cards[person] ?? content, { follow, act: (action) => hands.act(message, action) })];
  }
  if (contentType !== OAUTH || message.signedIn.includes(person)) return [];
  const [button] = content.buttons ?? [];
  const press = () => hands.signIn(message, button?.value);
  return [
    element(
      'div',
      { class: 'card sign-in' },
      element('p', {}, content.text ?? 'Please sign in.'),
      element('button', { type: 'button', class: 'button', onclick: press }, button?.title ?? 'Sign in'),
    ),
  ];
}

/** @param {Message} message @param {MessageHands} hands */
function footOf(message, { follow, react }) {
  const { channelData } = message.activity;
  if (message.state !== 'sent') return null;
  const asks = message.from === 'bot' && (channelData?.feedbackLoop || channelData?.feedbackLoopEnabled);
  return element(
    'footer',
    {},
    message.from === 'bot' ? referencesOf(claimsOf(message.activity), follow) : null,
    asks ? feedbackOf((thumb) => react(message, thumb)) : null,
  );
}

import { part } from '../parts.js';
import { readMarkdownInCards } from './cards.js';
import { channelOf } from './channel.js';
import { createComposer } from './composer.js';
import { element } from './elements.js';
import { messageOf } from './message.js';

/**
 * @typedef {import('./channel.js').Message} Message
 * @typedef {import('./channel.js').Room} Room
 */

const UNREACHABLE = 'AVA could not be reached. Please try again.';
/** Teams shows that somebody types for a few seconds after the last word of it, in milliseconds. */
const TYPING_MS = 5_000;

/**
 * The chat with the bot, beside the tab: the personal one, and the groups and channels that AVA is in.
 *
 * @param {(url: string) => void} follow Follows a link: into the tab, or out of Teams.
 */
export function createChat(follow) {
  const pane = part('[data-part=bot-chat]');
  const list = part('.chat-messages', pane);
  const status = part('[data-part=chat-status]', pane);
  const choice = /** @type {HTMLSelectElement} */ (part('select[name=room]', pane));
  const suggested = part('[data-part=suggested]', pane);
  let channel = channelOf('');
  /** @type {Room[]} */
  let rooms = [];
  let leave = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  readMarkdownInCards();

  const room = () => rooms.find(({ id }) => id === choice.value) ?? rooms[0];
  const composer = createComposer(/** @type {HTMLFormElement} */ (part('form.chat-composer', pane)), {
    send,
    stop: () => void tried(() => channel.stop(choice.value)),
  });

  /** @type {import('./message.js').MessageHands} */
  const hands = {
    person: '',
    follow,
    act: (message, action) => void answered(() => channel.act(choice.value, message.id, action)),
    react: (message, thumb) => answered(() => channel.react(choice.value, message.id, thumb)),
    signIn: (message) => void answered(() => channel.pressSignIn(choice.value, message.id)),
  };

  /** @param {string} text @param {File[]} files @param {File[]} [pasted] Images in the text. */
  async function send(text, files, pasted = []) {
    const place = choice.value;
    const thread = room()?.kind === 'channel' ? room()?.messages.findLast(({ threadId }) => !threadId)?.id : undefined;
    const inThread = thread && !text.includes('@AVA') ? { thread } : {};
    return tried(async () => {
      const ids = await Promise.all(files.map((file) => channel.upload(file)));
      const images = await Promise.all(pasted.map((image) => channel.upload(image)));
      const { deliveries } = await channel.say(place, { text, files: ids, images, ...inThread });
      if (deliveries.some(({ status: code }) => code === 0 || code >= 400)) throw new Error(UNREACHABLE);
    });
  }

  /** Does something and says below the messages when it failed. @param {() => Promise<unknown>} work */
  async function tried(work) {
    say('');
    try {
      await work();
      return true;
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** As `tried`, for what the bot answers in the same breath. @param {() => Promise<import('./channel.js').Delivery>} ask */
  function answered(ask) {
    return tried(async () => {
      const { status: code, body } = await ask();
      if (code === 0 || code >= 400) throw new Error(UNREACHABLE);
      if (body?.type === 'application/vnd.microsoft.activity.message') say(String(body.value));
    });
  }

  /** @param {string} words */
  function say(words) {
    clearTimeout(typing);
    status.textContent = words;
  }

  /** Everything anew: another conversation, another person, another theme. */
  function draw() {
    const shown = room();
    if (!shown) return;
    list.replaceChildren(...shown.messages.map((message) => messageOf(message, shown, hands)));
    composer.allowFiles(shown.kind === 'personal');
    composer.placeholder(shown.kind === 'personal' ? 'Type a message' : 'Type a message, and @AVA to ask');
    settle(shown);
  }

  /** @param {Room} shown */
  function settle(shown) {
    const last = shown.messages.at(-1);
    composer.stream(shown.messages.some(({ state }) => state === 'informative' || state === 'streaming'));
    const actions = last?.from === 'bot' ? (last.activity.suggestedActions?.actions ?? []) : [];
    suggested.replaceChildren(
      ...actions.map(({ title, value }) =>
        element('button', { type: 'button', class: 'button plain', onclick: () => void send(value, []) }, title),
      ),
    );
    list.scrollTop = list.scrollHeight;
  }

  /** @param {import('./channel.js').FeedEvent} event */
  function hear(event) {
    const there = rooms.find(({ id }) => id === event.room);
    if (!there) return;
    if (event.type === 'message') keep(there, event.message);
    else if (there === room()) {
      say('AVA is typing…');
      typing = setTimeout(() => say(''), TYPING_MS);
    }
  }

  /** @param {Room} there @param {Message} message */
  function keep(there, message) {
    const at = there.messages.findIndex(({ id }) => id === message.id);
    if (at < 0) there.messages.push(message);
    else there.messages[at] = message;
    if (there !== room()) return;
    const drawn = messageOf(message, there, hands);
    const before = list.querySelector(`[data-message="${CSS.escape(message.id)}"]`);
    if (before) before.replaceWith(drawn);
    else list.append(drawn);
    if (message.from === 'bot') say('');
    settle(there);
  }

  async function load() {
    const kept = choice.value;
    rooms = await channel.rooms();
    choice.replaceChildren(...rooms.map(({ id, name }) => new Option(name, id)));
    if (rooms.some(({ id }) => id === kept)) choice.value = kept;
    composer.open(rooms.length > 0);
    draw();
  }

  choice.addEventListener('change', draw);

  return {
    draw,
    focus: () => composer.focus(),
    /** Puts words into the composer of the personal chat. @param {string} words */
    write(words) {
      const personal = rooms.find(({ kind }) => kind === 'personal');
      // While the chats are still on their way there is no choice; the personal one will be first.
      if (personal) choice.value = personal.id;
      draw();
      composer.write(words);
    },
    /** Shows the chats of a person, or nothing while the pane is closed. @param {string | null} person */
    become(person) {
      leave();
      leave = () => {};
      say('');
      rooms = [];
      // What was drawn before would be replaced as soon as the chats arrive, and lose the focus.
      list.replaceChildren();
      composer.open(false);
      if (person === null) return;
      channel = channelOf(person);
      hands.person = person;
      leave = channel.listen(hear, () => void tried(load));
    },
  };
}

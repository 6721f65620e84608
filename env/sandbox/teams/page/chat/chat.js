import { findElement } from '../findElement.js';
import { enableMarkdownInCards } from './adaptiveCard.js';
import { createChannelClient } from './channelClient.js';
import { createComposer } from './composer.js';
import { createElement } from './elements.js';
import { renderMessage } from './message.js';

/**
 * @typedef {import('./channelClient.js').Message} Message
 * @typedef {import('./channelClient.js').Conversation} Conversation
 */

const UNREACHABLE = 'AVA could not be reached. Please try again.';
/** Teams hides the typing indicator after a few seconds without another typing activity. */
const TYPING_MS = 5_000;

/**
 * The chats with the bot: the personal one, and the group chats and channels with AVA.
 *
 * @param {(url: string) => void} followLink Opens a link in the tab or outside of Teams.
 */
export function createChat(followLink) {
  const pane = findElement('[data-part=bot-chat]');
  const messageList = findElement('.chat-messages', pane);
  const status = findElement('[data-part=chat-status]', pane);
  const menu = /** @type {HTMLSelectElement} */ (findElement('select[name=conversation]', pane));
  const suggestions = findElement('[data-part=suggested]', pane);
  let channel = createChannelClient('');
  /** @type {Conversation[]} */
  let conversations = [];
  let unsubscribe = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typingTimeout;
  enableMarkdownInCards();

  const getConversation = () => conversations.find(({ id }) => id === menu.value) ?? conversations[0];
  const composer = createComposer(/** @type {HTMLFormElement} */ (findElement('form.chat-composer', pane)), {
    send,
    stop: () => void runWithStatus(() => channel.stop(menu.value)),
  });

  /** @type {import('./message.js').MessageActions} */
  const actions = {
    person: '',
    followLink,
    runCardAction: (message, action) => void sendInvoke(() => channel.runCardAction(menu.value, message.id, action)),
    submitFeedback: (message, feedback) => sendInvoke(() => channel.submitFeedback(menu.value, message.id, feedback)),
    signIn: (message) => void sendInvoke(() => channel.pressSignIn(menu.value, message.id)),
  };

  /** @param {string} text @param {File[]} files @param {File[]} [pastedImages] */
  async function send(text, files, pastedImages = []) {
    const target = menu.value;
    const conversation = getConversation();
    const isReply = conversation?.kind === 'channel' && !text.includes('@AVA');
    const thread = isReply ? conversation.messages.findLast(({ threadId }) => !threadId)?.id : undefined;
    const reply = thread === undefined ? {} : { thread };
    return runWithStatus(async () => {
      const fileIds = await Promise.all(files.map((file) => channel.upload(file)));
      const images = await Promise.all(pastedImages.map((image) => channel.upload(image)));
      const { deliveries } = await channel.sendMessage(target, { text, files: fileIds, images, ...reply });
      if (deliveries.some(isFailed)) throw new Error(UNREACHABLE);
    });
  }

  /** Runs an action and shows its error below the messages. @param {() => Promise<unknown>} action */
  async function runWithStatus(action) {
    showStatus('');
    try {
      await action();
      return true;
    } catch (error) {
      showStatus(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Sends an invoke and shows its error or the message in its reply. @param {() => Promise<import('./channelClient.js').Delivery>} invoke */
  function sendInvoke(invoke) {
    return runWithStatus(async () => {
      const delivery = await invoke();
      if (isFailed(delivery)) throw new Error(UNREACHABLE);
      const { body } = delivery;
      if (body?.type === 'application/vnd.microsoft.activity.message') showStatus(String(body.value));
    });
  }

  /** @param {string} text */
  function showStatus(text) {
    clearTimeout(typingTimeout);
    status.textContent = text;
  }

  /** Renders the whole conversation: when another one is selected, or the person or the theme changes. */
  function render() {
    const conversation = getConversation();
    if (!conversation) return;
    messageList.replaceChildren(
      ...conversation.messages.map((message) => renderMessage(message, conversation, actions)),
    );
    const isPersonal = conversation.kind === 'personal';
    composer.allowFiles(isPersonal);
    composer.setPlaceholder(isPersonal ? 'Type a message' : 'Type a message, and @AVA to ask');
    renderEnd(conversation);
  }

  /** Updates the send button, the suggested actions and the scroll position. @param {Conversation} conversation */
  function renderEnd(conversation) {
    const last = conversation.messages.at(-1);
    composer.setStreaming(conversation.messages.some(({ state }) => state === 'informative' || state === 'streaming'));
    const suggestedActions = last?.from === 'bot' ? (last.activity.suggestedActions?.actions ?? []) : [];
    suggestions.replaceChildren(
      ...suggestedActions.map(({ title, value }) =>
        createElement('button', { type: 'button', class: 'button plain', onclick: () => void send(value, []) }, title),
      ),
    );
    messageList.scrollTop = messageList.scrollHeight;
  }

  /** @param {import('./channelClient.js').FeedEvent} event */
  function handleEvent(event) {
    const conversation = conversations.find(({ id }) => id === event.conversation);
    if (!conversation) return;
    if (event.type === 'message') updateMessage(conversation, event.message);
    else if (conversation === getConversation()) {
      showStatus('AVA is typing…');
      typingTimeout = setTimeout(() => showStatus(''), TYPING_MS);
    }
  }

  /** @param {Conversation} conversation @param {Message} message */
  function updateMessage(conversation, message) {
    const index = conversation.messages.findIndex(({ id }) => id === message.id);
    if (index < 0) conversation.messages.push(message);
    else conversation.messages[index] = message;
    if (conversation !== getConversation()) return;
    const item = renderMessage(message, conversation, actions);
    const formerItem = messageList.querySelector(`[data-message="${CSS.escape(message.id)}"]`);
    if (formerItem) formerItem.replaceWith(item);
    else messageList.append(item);
    if (message.from === 'bot') showStatus('');
    renderEnd(conversation);
  }

  async function load() {
    const selected = menu.value;
    conversations = await channel.listConversations();
    menu.replaceChildren(...conversations.map(({ id, name }) => new Option(name, id)));
    if (conversations.some(({ id }) => id === selected)) menu.value = selected;
    composer.setEnabled(conversations.length > 0);
    render();
  }

  menu.addEventListener('change', render);

  return {
    render,
    focus: () => composer.focus(),
    /** Puts a text into the composer of the personal chat. @param {string} text */
    setText(text) {
      const personal = conversations.find(({ kind }) => kind === 'personal');
      // The menu is empty while the conversations load, and then selects the first one, the personal chat.
      if (personal) menu.value = personal.id;
      render();
      composer.setText(text);
    },
    /** Shows the chats of a person, or nothing while the pane is closed. @param {string | null} person */
    setPerson(person) {
      unsubscribe();
      unsubscribe = () => {};
      showStatus('');
      conversations = [];
      // Cleared at once, because a later replacement would take the focus from a focused message.
      messageList.replaceChildren();
      composer.setEnabled(false);
      if (person === null) return;
      channel = createChannelClient(person);
      actions.person = person;
      unsubscribe = channel.subscribe(handleEvent, () => void runWithStatus(load));
    },
  };
}

/** @param {import('./channelClient.js').Delivery} delivery */
function isFailed({ status }) {
  return status === 0 || status >= 400;
}

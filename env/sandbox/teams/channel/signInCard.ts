import type { Person } from '#sandbox/person.ts';
import { getSignInCard, type SignInCard } from './activity.ts';
import { publishMessage, sendToBot, type ChannelContext } from './channelContext.ts';
import { createEnvelope, createInvoke, isFromBot } from './createActivity.ts';
import type { Delivery } from './activitySender.ts';
import type { Message, Conversation } from './conversations.ts';
import { isBotResource, RESOURCE_MISMATCH } from '#sandbox/teams/appResource.ts';

/** Teams' message in `signin/failure`. */
const FAILURE_MESSAGE = 'Teams could not get a token for this person.';

/**
 * Handles a sign-in card as Teams does: gets a token for the person who asked, sends it to the bot, and hides the card
 * if the bot accepts it. A test can set another outcome. All this happens after the reply to the bot's send.
 */
export function offerSignIn(context: ChannelContext, conversation: Conversation, message: Message): void {
  const person = findAddressee(conversation, message);
  const card = getSignInCard(message.activity);
  const outcome = context.signIns.get(person.key) ?? { how: 'silent' };
  if (!card?.tokenExchangeResource || outcome.how === 'consent') return;
  setImmediate(() => {
    const signIn =
      outcome.how === 'silent'
        ? exchangeToken(context, conversation, message, person, card)
        : sendInvoke(
            context,
            conversation,
            person,
            'signin/failure',
            { code: outcome.code, message: FAILURE_MESSAGE },
            message.id,
          );
    signIn.catch((error: unknown) => console.error('sandbox Teams channel, sign-in:', error));
  });
}

/** A person presses the card's button and consents in the window. */
export async function pressSignIn(
  context: ChannelContext,
  conversation: Conversation,
  message: Message,
  person: Person,
): Promise<Delivery> {
  context.tokens.consent(person);
  context.signIns.delete(person.key);
  const delivery = await sendInvoke(context, conversation, person, 'signin/verifyState', { state: '' }, message.id);
  hideCard(context, conversation, message, person);
  return delivery;
}

async function exchangeToken(
  context: ChannelContext,
  conversation: Conversation,
  message: Message,
  person: Person,
  card: SignInCard,
): Promise<void> {
  const { app, tokens } = context;
  const id = card.tokenExchangeResource?.id;
  const token = isBotResource(app) ? await tokens.mint(person, app.resource).catch(returnNull) : null;
  if (token === null) {
    await sendInvoke(context, conversation, person, 'signin/failure', RESOURCE_MISMATCH, message.id);
    return;
  }
  const value = { id, connectionName: card.connectionName, token };
  const send = () => sendInvoke(context, conversation, person, 'signin/tokenExchange', value, message.id);
  const replies = await Promise.all(context.twoClients ? [send(), send()] : [send()]);
  if (replies.some(({ status }) => status === 200)) hideCard(context, conversation, message, person);
}

/** Entra does not know the resource, or the client is not pre-authorized for it. */
const returnNull = () => null;

function hideCard(context: ChannelContext, conversation: Conversation, message: Message, person: Person): void {
  if (message.signedIn.includes(person.key)) return;
  message.signedIn.push(person.key);
  publishMessage(context, conversation, message);
}

/** The person who is to sign in: the author of the message that the card replies to, or of the last message. */
function findAddressee(conversation: Conversation, { activity }: Message): Person {
  const messages = conversation.messages.filter((message) => !isFromBot(message));
  const question = messages.find(({ id }) => id === activity.replyToId) ?? messages.at(-1);
  const person = conversation.people.find(({ key }) => key === question?.from) ?? conversation.people[0];
  if (!person) throw new Error(`The conversation ${conversation.id} has no members.`);
  return person;
}

function sendInvoke(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  name: string,
  value: unknown,
  replyToId: string,
) {
  return sendToBot(context, {
    ...createEnvelope(context.bot, conversation, person),
    ...createInvoke(name, value),
    replyToId,
  });
}

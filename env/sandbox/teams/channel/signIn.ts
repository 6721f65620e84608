import type { Person } from '../../people.ts';
import { signInAskedBy, type SignInCard } from './activity.ts';
import { post, tellBot, type Office } from './office.ts';
import { envelope, invoke, isOfBot } from './outgoing.ts';
import type { Delivery } from './postman.ts';
import type { Message, Room } from './rooms.ts';

/** The words Teams puts beside a code in `signin/failure`. */
const FAILURE = 'Teams could not get a token for this person.';

/**
 * What Teams does on its own when a bot sends a sign-in card: gets a token for the person who asked and hands it to the
 * bot; only when the bot refuses it is the card shown. Goes on after the bot's send was answered.
 */
export function offerSignIn(office: Office, room: Room, message: Message): void {
  const person = whoIsMeant(room, message);
  const card = signInAskedBy(message.activity);
  const course = office.signIns.get(person.key) ?? { how: 'silent' };
  if (!card?.tokenExchangeResource || course.how === 'consent') return;
  setImmediate(() => {
    const doing =
      course.how === 'silent'
        ? exchange(office, room, message, person, card)
        : tell(office, room, person, 'signin/failure', { code: course.code, message: FAILURE }, message.id);
    doing.catch((error: unknown) => console.error('sandbox Teams channel, sign-in:', error));
  });
}

/** The person presses the card's button, agrees, and the window closes. */
export async function pressSignIn(office: Office, room: Room, message: Message, person: Person): Promise<Delivery> {
  office.tokens.consent(person);
  office.signIns.delete(person.key);
  const delivery = await tell(office, room, person, 'signin/verifyState', { state: '' }, message.id);
  hideCard(office, room, message, person);
  return delivery;
}

async function exchange(office: Office, room: Room, message: Message, person: Person, card: SignInCard): Promise<void> {
  const id = card.tokenExchangeResource?.id;
  const value = { id, connectionName: card.connectionName, token: await office.tokens.mint(person) };
  const ask = () => tell(office, room, person, 'signin/tokenExchange', value, message.id);
  const replies = await Promise.all(office.twoClients ? [ask(), ask()] : [ask()]);
  if (replies.some(({ status }) => status === 200)) hideCard(office, room, message, person);
}

function hideCard(office: Office, room: Room, message: Message, person: Person): void {
  if (message.signedIn.includes(person.key)) return;
  message.signedIn.push(person.key);
  post(office, room, message);
}

/** In a chat of several the card is for whoever the bot answers: the author of what it replies to, or the last to speak. */
function whoIsMeant(room: Room, { activity }: Message): Person {
  const said = room.messages.filter((each) => !isOfBot(each));
  const asked = said.find(({ id }) => id === activity.replyToId) ?? said.at(-1);
  const person = room.people.find(({ key }) => key === asked?.from) ?? room.people[0];
  if (!person) throw new Error(`Nobody is in the conversation ${room.id}.`);
  return person;
}

function tell(office: Office, room: Room, person: Person, name: string, value: unknown, replyToId: string) {
  return tellBot(office, { ...envelope(office.envelope, room, person), ...invoke(name, value), replyToId });
}

import { createHash } from 'node:crypto';
import { northwind, organizations, getPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { BadRequest } from '#sandbox/server/requestBody.ts';
import type { Activity } from './activity.ts';
import type { Stream } from './streamRules.ts';

export type ConversationKind = 'personal' | 'groupChat' | 'channel';

/** A message as people see it. */
export interface Message {
  id: string;
  /** Id of the first message of a channel's thread; undefined for that message itself, and in chats. */
  threadId?: string;
  /** A person's key, or `bot`. */
  from: string;
  /** ISO time. */
  at: string;
  activity: Activity;
  state: 'sent' | 'informative' | 'streaming' | 'stopped' | 'deleted';
  edited: boolean;
  /** Cards that replaced the original for a person after their action, by the person's key. */
  cards: Record<string, unknown>;
  /** Keys of the people who have signed in; the sign-in card is hidden for them. */
  signedIn: string[];
}

/** A conversation of Teams. */
export interface Conversation {
  id: string;
  kind: ConversationKind;
  name: string;
  tenantId: string;
  people: Person[];
  /** Whether the bot is installed; a bot that is not installed cannot send messages. */
  hasBot: boolean;
  messages: Message[];
  streams: Map<string, Stream>;
}

export const BOT = 'bot';

/** All conversations: a personal chat for each person, a group chat and a channel, and those that tests create. */
export class Conversations {
  readonly #conversations = new Map<string, Conversation>();

  constructor() {
    for (const person of organizations.flatMap(({ people }) => people)) {
      this.#add({ id: `a:1${digest(person.oid)}`, kind: 'personal', name: 'AVA', people: [person] });
    }
    const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(getPerson) as [Person, Person, Person];
    this.create('groupChat', 'Budget round', [ada, ben, cleo]);
    this.create('channel', 'Finance, month end', [ada, ben, cleo]);
  }

  create(kind: Exclude<ConversationKind, 'personal'>, name: string, people: Person[]): Conversation {
    const thread = kind === 'channel' ? 'thread.tacv2' : 'thread.v2';
    return this.#add({
      id: `19:${digest(`${kind} ${name} ${this.#conversations.size}`)}@${thread}`,
      kind,
      name,
      people,
    });
  }

  /** Finds a conversation by id; for the thread of a channel (`…;messageid=…`), the channel. */
  find(id: string): Conversation | undefined {
    return this.#conversations.get(id.split(';')[0] ?? '');
  }

  getPersonalChat({ key }: Person): Conversation {
    const conversation = this.listFor(key).find(({ kind }) => kind === 'personal');
    if (!conversation) throw new BadRequest(`"${key}" has no personal chat.`);
    return conversation;
  }

  /** Finds the personal chat of a person by their Teams or Entra id. */
  findPersonalChat(id: string): Conversation | undefined {
    return [...this.#conversations.values()].find(({ kind, people: [person] }) => {
      return kind === 'personal' && person !== undefined && [person.oid, `29:1${person.oid}`].includes(id);
    });
  }

  listFor(key: string): Conversation[] {
    return [...this.#conversations.values()].filter(({ people }) => people.some((person) => person.key === key));
  }

  #add(conversation: Pick<Conversation, 'id' | 'kind' | 'name' | 'people'>): Conversation {
    const tenantId = conversation.people[0]?.tenantId ?? northwind.tenantId;
    const added = { ...conversation, tenantId, hasBot: true, messages: [], streams: new Map<string, Stream>() };
    this.#conversations.set(added.id, added);
    return added;
  }
}

/** Ids are the same at every start, so that tests and bookmarks stay valid. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

import { createHash } from 'node:crypto';
import { northwind, organizations, getPerson, type Person } from '../../people.ts';
import { BadRequest } from '../../server/requestBody.ts';
import type { Activity } from './activity.ts';
import type { Stream } from './streamRules.ts';

export type RoomKind = 'personal' | 'groupChat' | 'channel';

/** A message as the people of a room see it. */
export interface Message {
  id: string;
  /** The message that a thread of a channel began with; undefined for that message itself, and in chats. */
  threadId?: string;
  /** A person's key, or the bot. */
  from: string;
  /** ISO time. */
  at: string;
  activity: Activity;
  state: 'sent' | 'informative' | 'streaming' | 'stopped' | 'deleted';
  edited: boolean;
  /** Cards as an answer to a person's own action left them; everybody else sees the one that was sent. */
  cards: Record<string, unknown>;
  /** Who needs its sign-in card no more. */
  signedIn: string[];
}

/** A conversation of Teams. */
export interface Room {
  id: string;
  kind: RoomKind;
  name: string;
  tenantId: string;
  people: Person[];
  /** False once the bot was removed: it may say nothing any more. */
  hasBot: boolean;
  messages: Message[];
  streams: Map<string, Stream>;
}

export const BOT = 'bot';

/** All conversations: one personal chat for everybody, and whatever is opened beside them. */
export class Rooms {
  readonly #rooms = new Map<string, Room>();

  constructor() {
    for (const person of organizations.flatMap((each) => each.people)) {
      this.#add({ id: `a:1${digest(person.oid)}`, kind: 'personal', name: 'AVA', people: [person] });
    }
    const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(getPerson) as [Person, Person, Person];
    this.open('groupChat', 'Budget round', [ada, ben, cleo]);
    this.open('channel', 'Finance, month end', [ada, ben, cleo]);
  }

  open(kind: Exclude<RoomKind, 'personal'>, name: string, people: Person[]): Room {
    const thread = kind === 'channel' ? 'thread.tacv2' : 'thread.v2';
    return this.#add({ id: `19:${digest(`${kind} ${name} ${this.#rooms.size}`)}@${thread}`, kind, name, people });
  }

  /** Finds by id; a channel's thread (`…;messageid=…`) is found with its channel. */
  find(id: string): Room | undefined {
    return this.#rooms.get(id.split(';')[0] ?? '');
  }

  /** The personal chat of somebody. */
  personalOf({ key }: Person): Room {
    const room = this.of(key).find(({ kind }) => kind === 'personal');
    if (!room) throw new BadRequest(`"${key}" has no personal chat.`);
    return room;
  }

  /** The personal chat with whoever has this id of Teams or Entra. */
  personalWith(id: string): Room | undefined {
    return [...this.#rooms.values()].find(({ kind, people: [person] }) => {
      return kind === 'personal' && person !== undefined && [person.oid, `29:1${person.oid}`].includes(id);
    });
  }

  of(key: string): Room[] {
    return [...this.#rooms.values()].filter(({ people }) => people.some((person) => person.key === key));
  }

  #add(room: Pick<Room, 'id' | 'kind' | 'name' | 'people'>): Room {
    const tenantId = room.people[0]?.tenantId ?? northwind.tenantId;
    const added = { ...room, tenantId, hasBot: true, messages: [], streams: new Map<string, Stream>() };
    this.#rooms.set(added.id, added);
    return added;
  }
}

/** Ids look random in Teams; here they are the same at every start, so that tests and bookmarks hold. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

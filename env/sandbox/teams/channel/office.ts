import type { Person } from '../../people.ts';
import type { ChannelKeys } from './channelKeys.ts';
import type { FaultQueue } from './faults.ts';
import type { Feed } from './feed.ts';
import type { FileShelf } from './fileShelf.ts';
import type { TokenIssuer } from './botToken.ts';
import type { Envelope } from './outgoing.ts';
import type { Delivery, Postman } from './postman.ts';
import type { Message, Room, Rooms } from './rooms.ts';

/** What the sandbox's identity does for the channel. */
export interface PeoplesTokens extends TokenIssuer {
  /** The token Teams gets for a person, for AVA. */
  mint(person: Person): Promise<string>;
  /** The person agrees that AVA may act for them. */
  consent(person: Person): void;
}

/** How the next sign-in of a person goes. */
export type SignInCourse = { how: 'silent' } | { how: 'consent' } | { how: 'failure'; code: string };

/** One call of the bot to the connector. */
export interface Sent {
  /** Milliseconds of the channel's clock. */
  at: number;
  method: string;
  path: string;
  room: string;
  activity: unknown;
  /** What the connector answered. */
  status: number;
  /** The id the activity got, or had; empty for what goes on with a stream, and for what was refused. */
  id: string;
}

/** All that a running channel consists of. */
export interface Office {
  rooms: Rooms;
  feed: Feed;
  files: FileShelf;
  keys: ChannelKeys;
  tokens: PeoplesTokens;
  postman: Postman;
  envelope: Envelope;
  faults: FaultQueue;
  sent: Sent[];
  /** By the key of a person; silent for everybody else. */
  signIns: Map<string, SignInCourse>;
  /** Whether a person has Teams open twice: each client exchanges the token on its own. */
  twoClients: boolean;
  clock: { offsetMs: number };
}

/** Milliseconds by the channel's clock, which a control moves. */
export function nowOf({ clock }: Office): number {
  return Date.now() + clock.offsetMs;
}

/** Keeps a message of a room, new or changed, and shows it to its people. */
export function post({ feed }: Office, room: Room, message: Message): void {
  if (!room.messages.includes(message)) room.messages.push(message);
  feed.message(room, message);
}

/** Brings something a person did to the bot. */
export function tellBot(office: Office, activity: object): Promise<Delivery> {
  return office.postman.deliver(activity);
}

import type { Client } from '../../../api/contract/client.ts';
import type { SiteOptions } from '../dialogs/siteChoice.ts';
import type { Conversation } from '../conversation.ts';
import type { Running } from '../running.ts';
import type { BotWorld } from '../world.ts';

export interface CommandTurn {
  world: BotWorld;
  running: Running;
  conversation: Conversation;
  /** What follows the command's name. */
  rest: string;
  /** Asks which site to search. */
  chooseSite(options: SiteOptions): Promise<void>;
}

interface Named {
  name: string;
  /** Other words for it. */
  aliases?: readonly string[];
  summary: string;
  /** What it takes after its name, in words; without it, the name must stand alone. */
  takes?: string;
  /** All that may follow its name; without it, anything as short as a name. Help does not tell of it. */
  fits?: RegExp;
}

/** Needs nobody to be signed in. */
export interface OpenCommand extends Named {
  access: 'anyone';
  run(turn: CommandTurn): Promise<void>;
}

/** Acts with a person's own rights. */
export interface PersonalCommand extends Named {
  access: 'person';
  run(turn: CommandTurn, client: Client): Promise<void>;
}

export type Command = OpenCommand | PersonalCommand;

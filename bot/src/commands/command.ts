import type { Client } from '../../../api/contract/client.ts';
import type { RunningAnswers } from '../answer/runningAnswers.ts';
import type { BotContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';

interface CommandCall {
  ctx: BotContext;
  runningAnswers: RunningAnswers;
  conversation: Conversation;
  /** The text after the command's name. */
  argument: string;
}

interface CommandDescription {
  name: string;
  aliases?: readonly string[];
  /** Shown by `help`. */
  summary: string;
  /** What the argument is, in words; without it, the command takes none. */
  argumentName?: string;
  /** The only arguments that are allowed; without it, anything that can be a name. */
  argumentPattern?: RegExp;
}

/** Works without signing in. */
export interface AnonymousCommand extends CommandDescription {
  access: 'anyone';
  run(call: CommandCall): Promise<void>;
}

/** Works with the asker's rights. */
export interface PersonalCommand extends CommandDescription {
  access: 'person';
  run(call: CommandCall, client: Client): Promise<void>;
}

export type Command = AnonymousCommand | PersonalCommand;

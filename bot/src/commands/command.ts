import type { Client } from '#contract/client.ts';
import type { BotFeatures } from '#contract/bot.ts';
import type { FeatureCache } from './featureCache.ts';
import type { RunningWork } from '#bot/answer/runningWork.ts';
import type { BotContext } from '#bot/context.ts';
import type { Conversation } from '#bot/teams/conversation.ts';

interface CommandCall {
  ctx: BotContext;
  runningWork: RunningWork;
  conversation: Conversation;
  features: FeatureCache;
  /** The text after the command's name. */
  argument: string;
}

interface CommandDescription {
  name: string;
  aliases?: readonly string[];
  /** Shown by `help`. */
  summary: string;
  /** What the argument is, in words, for `help`. A command with neither name nor pattern takes no argument. */
  argumentName?: string;
  /** Whether the argument can be several names with commas between. */
  takesList?: boolean;
  /** Pattern of the allowed arguments; without it, any text that can be a name is allowed. */
  argumentPattern?: RegExp;
  /**
   * The feature that the command belongs to. While it is off, the command is not listed, and its text is treated as a
   * question.
   */
  toggle?: keyof BotFeatures;
}

/** A command that works without signing in. */
export interface AnonymousCommand extends CommandDescription {
  access: 'anyone';
  run(call: CommandCall): Promise<void>;
}

/** A command that is run with the asker's rights. */
export interface PersonalCommand extends CommandDescription {
  access: 'person';
  /** Returns `question` if the text is no command after all. */
  run(call: CommandCall, client: Client): Promise<void | 'question'>;
}

export type Command = AnonymousCommand | PersonalCommand;

import { help, hi, signOut, stop } from './anonymousCommands.ts';
import { continueCommand, newChat } from './chats.ts';
import type { BotFeatures } from '#contract/bot.ts';
import type { Command } from './command.ts';
import { model } from './model.ts';
import { notify } from './notify.ts';
import { search } from './search.ts';
import { prompts } from './prompts.ts';
import { run, tasks } from './tasks.ts';

/** Maximum number of words in a name of a site or model. More words after a command's name make a question. */
const MAX_NAME_WORDS = 5;
/** A longer text is a question, so the patterns need not read it. */
const MAX_COMMAND_CHARACTERS = 1_000;

const isName = (argument: string) => argument.split(' ').length <= MAX_NAME_WORDS && !argument.endsWith('?');
const isList = (argument: string) => argument.split(/[,;] ?/).every(isName);

const listCommands = (features: BotFeatures | null) =>
  commands
    .filter(({ toggle }) => toggle === undefined || features?.[toggle])
    .map(({ name, argumentName, summary }) => {
      return { name: argumentName ? `${name} <${argumentName}>` : name, summary };
    });

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  help(listCommands),
  newChat,
  search,
  model,
  continueCommand,
  tasks,
  run,
  prompts,
  notify,
  stop,
  signOut,
  hi,
];

export interface ParsedCommand {
  command: Command;
  argument: string;
}

/** Reads a text as a command, with or without a slash; `null` if it is a question. */
export function parseCommand(text: string): ParsedCommand | null {
  if (text.length > MAX_COMMAND_CHARACTERS) return null;
  const words = text.trim().replace(/^\//, '').replace(/\s+/g, ' ');
  const lower = words.toLowerCase().replace(/(?<![.!])[.!]+$/, '');
  for (const command of commands) {
    const { name, aliases = [], argumentName, argumentPattern, takesList } = command;
    if ([name, ...aliases].includes(lower)) return { command, argument: '' };
    if (!lower.startsWith(`${name} `)) continue;
    const argument = words
      .slice(name.length)
      .trim()
      .replace(argumentPattern ? /(?<![.!])[.!]+$/ : '', '');
    if (argumentPattern ? argumentPattern.test(argument) : argumentName && (takesList ? isList : isName)(argument))
      return { command, argument };
  }
  return null;
}

import type { Command } from './command.ts';
import { help, hi, signOut, stop } from './open.ts';
import { notify } from './notify.ts';
import { fresh, goOn, model, search } from './personal.ts';

/** Longer than any name of a site or a model: a sentence that merely begins with a command's name is a question. */
const MOST_WORDS = 5;
/** A text longer than this is a question; the patterns below need not look at it. */
const MOST_CHARACTERS = 300;

const isName = (rest: string) => rest.split(' ').length <= MOST_WORDS && !rest.endsWith('?');

const listed = () =>
  commands.map(({ name, takes, summary }) => ({ name: takes ? `${name} <${takes}>` : name, summary }));

/** Everything the bot does at a word, in the order in which help tells of it. */
export const commands: readonly Command[] = [help(listed), fresh, search, model, goOn, notify, stop, signOut, hi];

export interface Given {
  command: Command;
  rest: string;
}

/** The command that a text is; `null` for a question. A slash before its name does no harm. */
export function commandOf(text: string): Given | null {
  if (text.length > MOST_CHARACTERS) return null;
  const words = text.trim().replace(/^\//, '').replace(/\s+/g, ' ');
  const lower = words.toLowerCase().replace(/(?<![.!])[.!]+$/, '');
  for (const command of commands) {
    const names = [command.name, ...(command.aliases ?? [])];
    if (names.includes(lower)) return { command, rest: '' };
    if (!lower.startsWith(`${command.name} `)) continue;
    const rest = words
      .slice(command.name.length)
      .trim()
      .replace(command.fits ? /(?<![.!])[.!]+$/ : '', '');
    if (command.fits ? command.fits.test(rest) : command.takes && isName(rest)) return { command, rest };
  }
  return null;
}

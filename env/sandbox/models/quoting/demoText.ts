import { createRandom } from '#sandbox/random.ts';

type DemoTextRequest = { count: number; topic: string };

const MAX_WORDS = 20_000;
const REQUEST =
  /\bwrite (?:me )?(?:an? |some )?([\d,]{1,7})[- ]words?(?: (?:essay|text|article))? (?:about|on) ([^\n]{1,200})$/i;

/** Parses `write N words about X`; N is limited to 1 … 20,000. */
export function parseDemoTextRequest(message: string): DemoTextRequest | undefined {
  const [, count = '', topic = ''] = REQUEST.exec(message.trim()) ?? [];
  if (topic === '') return undefined;
  return {
    count: Math.min(MAX_WORDS, Math.max(1, Number(count.replaceAll(',', '')))),
    topic: topic.replace(/[\s.!?]{1,20}$/, ''),
  };
}

/** Counts sequences of non-space characters that contain a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** `{x}` is the topic. */
const SENTENCES = [
  'Work on {x} goes best when somebody writes down what is known.',
  'A short list of decisions helps more than a long report.',
  'Small steps show early whether the direction is right.',
  'The first version of {x} should be easy to throw away.',
  'Whoever joins later should find the way without asking.',
  'A good question about {x} is one whose answer changes what you do.',
];
const BLOCKS = [
  '- Agree on one sentence about {x}.\n- Name a person for each step.\n- Set a day to look back.',
  '| Step | Weeks |\n| --- | ---: |\n| Ask | 2 |\n| Try | 5 |\n| Decide | 1 |',
  "```ts\nconst notes = read('notes.md');\nfor (const note of notes) ask(note.owner);\n```",
];
/** Shorter texts have no headings, lists, tables and code. */
const MIN_WORDS_FOR_SECTIONS = 60;

/** Demonstration text of exactly `count` words of Markdown. The same request and seed give the same text. */
export function writeDemoText({ count, topic, seed }: DemoTextRequest & { seed?: number | undefined }): string {
  const random = createRandom(seed ?? `${count} ${topic}`);
  const title = `# ${topic.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())}`;
  const blocks = count < MIN_WORDS_FOR_SECTIONS ? [] : [title, '*Demonstration text of the sandbox model.*'];
  let left = count - countWords(blocks.join(' '));
  const add = (block: string) => {
    const text = block.replaceAll('{x}', topic);
    if (countWords(text) > left) return false;
    left -= countWords(text);
    blocks.push(text);
    return true;
  };
  const paragraph = () => random.shuffle(SENTENCES).slice(0, 4).join(' ');
  for (let part = 1; blocks.length > 0; part += 1)
    if (![`## Part ${part}`, paragraph(), BLOCKS[part % BLOCKS.length]!].every(add)) break;
  const words = SENTENCES.join(' ').replaceAll('{x}', topic).split(' ');
  const rest = Array.from({ length: left }, (_, index) => words[index % words.length]);
  return [...blocks, rest.join(' ').replace(/[.,]?$/, '.')].join('\n\n');
}

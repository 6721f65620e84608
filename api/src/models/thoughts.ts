/** A part of an answer: what the model says, or what it thinks before. */
export interface ReplyText {
  type: 'text' | 'thinking';
  text: string;
}

/**
 * How thoughts can begin. `untagged`: the template of the model has opened them, so that only their end arrives.
 * `unknown`: not yet known, so the whole reply is held back until it is clear.
 */
export type ThoughtStyle = 'none' | 'tagged' | 'untagged' | 'unknown';

const TAGS: readonly (readonly [opening: string, closing: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['<mm:think>', '</mm:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel|>analysis<|message|>', '<|end|>'],
];
const UNOPENED = /<\/(?:seed:|mm:)?think>|\[\/THINK\]|◁\/think▷/;
/** What gpt-oss writes before its thoughts and its answer, if the server does not read its channels. */
const LABELS: readonly string[] = ['<|start|>assistant', '<|channel|>final<|message|>'];
const BEGINNINGS = [...TAGS.map(([opening]) => opening), ...LABELS];
/** A longer text without an end of thoughts is an answer. */
const MAX_HELD_CHARACTERS = 65_536;

export interface ThoughtSplitter {
  push(text: string): ReplyText[];
  /**
   * Called when the server sends thoughts in a separate field. Returns the text held back; no more text will be held
   * back.
   */
  expectText(): ReplyText[];
  /** Returns the text that is left. `isComplete` is false if the model stopped at its longest output. */
  end(isComplete: boolean): ReplyText[];
  /** Whether thoughts ended with a tag although no tag had opened them; null if there was no text that shows this. */
  wasUntagged(): boolean | null;
}

/** Separates the thoughts at the start of a streamed answer from its text, wherever the stream is split. */
export function createThoughtSplitter(style: ThoughtStyle): ThoughtSplitter {
  let state: 'start' | 'thinking' | 'held' | 'text' = style === 'none' ? 'text' : 'start';
  let buffer = '';
  let closing = '';
  let isUntagged: boolean | null = null;
  let hasThought = false;

  function start(): ReplyText[] {
    const trimmed = buffer.trimStart();
    const tag = TAGS.find(([opening]) => trimmed.startsWith(opening));
    if (tag) {
      buffer = trimmed.slice(tag[0].length);
      closing = tag[1];
      state = 'thinking';
      isUntagged = false;
      return think();
    }
    const label = LABELS.find((text) => trimmed.startsWith(text));
    if (label !== undefined) {
      buffer = trimmed.slice(label.length);
      hasThought = true;
      return start();
    }
    if (BEGINNINGS.some((text) => text.startsWith(trimmed))) return [];
    const isOpen = !hasThought && (style === 'untagged' || style === 'unknown');
    // White space between thoughts and answer belongs to neither.
    if (hasThought) buffer = trimmed;
    state = isOpen ? 'held' : 'text';
    return isOpen ? hold() : take('text', buffer);
  }

  function think(): ReplyText[] {
    const end = buffer.indexOf(closing);
    if (end < 0) {
      // Keeps the end of the buffer, which can be the beginning of the closing tag.
      const safe = Math.max(0, buffer.length - closing.length + 1);
      return take('thinking', buffer.slice(0, safe));
    }
    return finishThought(end, closing.length);
  }

  function hold(): ReplyText[] {
    const end = UNOPENED.exec(buffer);
    if (end) {
      isUntagged = true;
      return finishThought(end.index, end[0].length);
    }
    if (buffer.length <= MAX_HELD_CHARACTERS) return [];
    state = 'text';
    return take('text', buffer);
  }

  function finishThought(end: number, tagLength: number): ReplyText[] {
    const thought = buffer.slice(0, end);
    buffer = buffer.slice(end + tagLength);
    state = 'start';
    hasThought = true;
    return [...(thought === '' ? [] : [{ type: 'thinking' as const, text: thought }]), ...start()];
  }

  function take(type: ReplyText['type'], text: string): ReplyText[] {
    buffer = buffer.slice(text.length);
    return text === '' ? [] : [{ type, text }];
  }

  return {
    push(text) {
      if (text !== '') isUntagged ??= false;
      buffer += text;
      if (state === 'text') return take('text', buffer);
      return state === 'start' ? start() : state === 'thinking' ? think() : hold();
    },
    expectText() {
      isUntagged = false;
      hasThought = true;
      if (state !== 'held') return [];
      state = 'text';
      return take('text', buffer);
    },
    end(isComplete) {
      if (state === 'thinking') return take('thinking', buffer);
      if (state === 'held') return take(style === 'untagged' && !isComplete ? 'thinking' : 'text', buffer);
      return take('text', hasThought ? buffer.trimStart() : buffer);
    },
    wasUntagged: () => isUntagged,
  };
}

/** Beginnings of the names of models whose services never send thoughts as text. A provider before a slash is cut off. */
const HOSTED = /^(?:chat)?gpt|^o\d|^claude|^gemini|^command|^grok/i;

/**
 * Remembers for each deployment how its thoughts begin. The first answer of an unknown model is held back until it is
 * clear, because text that has been shown cannot become thoughts.
 */
export function createThoughtStyles(getDescribed: (deployment: string) => ThoughtStyle | undefined, isAzure: boolean) {
  const learned = new Map<string, 'tagged' | 'untagged'>();

  function isUnknown(deployment: string): boolean {
    const name = deployment.slice(deployment.lastIndexOf('/') + 1);
    return !isAzure && !HOSTED.test(name);
  }

  return {
    get(deployment: string): ThoughtStyle {
      const initial = isUnknown(deployment) ? 'unknown' : 'tagged';
      return getDescribed(deployment) ?? learned.get(deployment) ?? initial;
    },
    /**
     * How thoughts begin, as the first answer has shown; undefined if MODELS_FILE or the model's name says it already.
     */
    describeLearned(deployment: string): 'tagged' | 'untagged' | undefined {
      const isDescribed = getDescribed(deployment) !== undefined || !isUnknown(deployment);
      return isDescribed ? undefined : learned.get(deployment);
    },
    learn(deployment: string, isUntagged: boolean | null): void {
      // One answer with untagged thoughts decides for good, because a hybrid model does not think in each answer.
      if (isUntagged === null || learned.get(deployment) === 'untagged') return;
      learned.set(deployment, isUntagged ? 'untagged' : 'tagged');
    },
  };
}

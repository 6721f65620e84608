import { truncate } from '#contract/text/text.ts';
import type { CheckAnswer } from './checkQuestion.ts';

const EXCERPT_CHARACTERS = 80;

const time = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
const count = (value: number) => value.toLocaleString('en-US');
const tokens = (value: number) => `${count(value)} ${value === 1 ? 'token' : 'tokens'}`;
const quote = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${truncate(line, EXCERPT_CHARACTERS)}${line.length > EXCERPT_CHARACTERS ? '…' : ''}"`;
};

const FUNCTIONS_ADVICE =
  'Start the server with function calls (vLLM: --enable-auto-tool-choice and --tool-call-parser; llama.cpp: --jinja), ' +
  'choose a model that has been trained for them, or describe the model with "without_parameters": ["tools"].';
const EMPTY_ADVICE =
  'If the model thinks before it answers, give it a larger limit of output on the server, or set "reasoning_effort": "low".';

/** Sentences of the check of a model: what was seen (`detail`), and what an administrator can do (`advice`). */
export const checkTexts = {
  answered: (text: string) => `The model answers ${quote(text)}.`,
  streamed: ({ usage, parts, firstMs, ms, thinking }: CheckAnswer) =>
    [
      `The first token comes after ${time(firstMs)}.`,
      usage ? describeRate(usage.answer, ms - firstMs) : 'The server reports no usage, so AVA estimates tokens.',
      `The text arrives in ${count(parts)} parts.`,
      ...(thinking === '' ? [] : [`Thoughts are told apart (${count(thinking.length)} characters).`]),
    ].join(' '),
  inOnePart: (ms: number) => ({
    detail: `The answer is not streamed: it arrives in one part after ${time(ms)}.`,
    advice: 'Turn off buffering in the proxy or gateway before the model server (nginx: proxy_buffering off).',
  }),
  empty: (used: number) => ({
    detail: used > 0 ? `The answer is empty, although the model used ${tokens(used)}.` : 'The answer is empty.',
    advice: EMPTY_ADVICE,
  }),
  thoughtsInText: {
    detail: "The model's thoughts are part of the answer's text.",
    advice:
      'Let the server separate them (vLLM: --reasoning-parser; llama.cpp: --reasoning-format), or set "thoughts" in MODELS_FILE.',
  },
  complete: (used: number | null, characters: number, ms: number) =>
    `The answer is complete: ${used === null ? `${count(characters)} characters` : tokens(used)} in ${time(ms)}.`,
  endedAtLimit: (limit: number) => `The answer ends at the limit of ${tokens(limit)}, as it is described.`,
  cutOff: (used: number | null, limit: number) => ({
    detail:
      `The server cuts off the answer ${used === null ? 'before its end' : `after ${tokens(used)}`}` +
      (limit > 0 ? `, although its longest output is described as ${tokens(limit)}.` : '.'),
    advice:
      "Raise the server's own limit (Ollama: num_predict; llama.cpp: --predict), or send one: " +
      '"fixed_parameters": { "max_tokens": 8000 }.',
  }),
  overLimit: (used: number, limit: number) => ({
    detail: `The answer has ${tokens(used)}, more than the described longest output of ${tokens(limit)}.`,
    advice: 'Correct "max_output_tokens" in MODELS_FILE.',
  }),
  short: (characters: number) => ({
    detail: `The answer ends after ${count(characters)} characters, although 600 words were asked for.`,
    advice: 'Choose a larger model if people need long texts.',
  }),
  sawImage: 'The model names the color of an image.',
  noImages: {
    detail: 'The description of the model has no images.',
    advice: 'If it can read them, add "image_input" to "modalities" in MODELS_FILE.',
  },
  imageNotSeen: (text: string) => ({
    detail: `The model does not see that an image is red. It answers ${quote(text)}.`,
    advice: 'Remove "image_input" from "modalities" in MODELS_FILE, or choose a model that reads images.',
  }),
  stopped: (ms: number) => `An answer can be stopped. The next question is answered after ${time(ms)}.`,
  called: (calls: number) =>
    calls === 1
      ? 'The model calls a function and uses its result.'
      : `The model makes ${calls} calls at once and uses their results.`,
  describedWithoutCalls: 'MODELS_FILE says that the model has no functions ("without_parameters": ["tools"]).',
  callsRefused: {
    detail: 'The server refuses functions, so AVA offers none to this model. Answers still work.',
    advice: FUNCTIONS_ADVICE,
  },
  noCall: (text: string) => ({
    detail: `The model does not call the function that it is asked to call. It answers ${quote(text)}.`,
    advice: FUNCTIONS_ADVICE,
  }),
  callAsText: { detail: 'The call comes as text, so that AVA does not see it.', advice: FUNCTIONS_ADVICE },
  wrongCall: (call: string) => ({
    detail: `The call is not the one that was asked for: ${call}.`,
    advice: 'Choose a larger model, or check the parser of calls on the server.',
  }),
  resultNotUsed: (text: string) => ({
    detail: `The answer does not use the result of a function. It is ${quote(text)}.`,
    advice: 'Check that the template of the model has the role "tool", or choose a larger model.',
  }),
  oneCallAtATime: {
    detail: 'The model makes one call at a time, so answers with several calls take longer.',
    advice: '',
  },
  filtered: 'The content filter refuses a prompt, and AVA tells the person so.',
  noFilter: 'The model answers by itself; no content filter refuses the prompt.',
  needsFunctions: 'Not checked, because a function call does not work.',
  needsAnswer: 'Not checked, because the model gives no answer.',
  tooSlow: (limitMs: number) => ({
    detail: `The check is not finished after ${time(limitMs)}.`,
    advice: 'The model is too slow for people who wait. Check the load of its server, or choose a smaller model.',
  }),
} as const;

function describeRate(used: number, ms: number): string {
  const rate = ms > 0 ? ` (${count(Math.round((used / ms) * 1_000))} a second)` : '';
  return `The answer has ${tokens(used)}${rate}.`;
}

export const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola)\b[\s!.,]*(?:ava|there|everyone|all)?[\s!.,]*(?:$|how are you)/iu;
const THANKS = /^\s*(?:many )?(?:thanks|thank you|thx|danke|merci|gracias)\b/iu;
const SMALL_TALK = /^\s*(?:how are you|how is it going|what's up|nice to meet you|tell me a joke)\b/iu;
const ABOUT_MODEL =
  /\b(?:who|what) (?:are|r) you\W*$|\bwhat (?:can|do) you do\W*$|^\s*help\W*$|\bwhich model\b|\bwhat can (?:this|the) (?:sandbox|model)\b/iu;
const CONNECT = /\b(?:connect|configure|set up|add|use|plug in)\b.{0,40}\b(?:models?|llm|openai|azure|gpt)\b/iu;

/** Requests that need a model that writes, each with the verb that completes "I can't …". */
const CREATIVE_TASKS: [RegExp, string][] = [
  [/\btranslat\w+\b|\b(?:auf|ins) deutsch\b|\ben fran[cç]ais\b/iu, 'translate'],
  [/\b(?:e-?mail|letter|message|reply|invitation)\b/iu, 'write messages'],
  [/\b(?:rewrite|rephrase|reword|proofread|shorten|improve)\b/iu, 'rewrite text'],
  [/\b(?:code|function|script|regex|sql|python|javascript|typescript|formula)\b/iu, 'write code'],
  [/\b(?:poem|story|slogan|speech|agenda|plan|ideas?|brainstorm|draft)\b/iu, 'invent text'],
];
const REQUEST =
  /^\s*(?:please |can you |could you |would you |help me )*(?:to )?(?:write|draft|compose|create|make|generate|translate|rewrite|rephrase|reword|proofread|shorten|improve|prepare|plan|brainstorm|give me|suggest|turn|convert|explain)\b/iu;

export const INTRODUCTION =
  'I am the sandbox model. I have no knowledge of my own: I find and quote sentences in text that you give me.';

export const ABILITIES = [
  '- **Attach a file** or paste a text and ask about it. I quote the sentences that answer you, with the page of each.',
  '- **Summarize:** ask for a summary of what you attached, for example in five points.',
  '- **Knowledge Search:** choose Finance and ask "How much is refunded for a hotel?"',
  '- **See a long answer:** send "Write 300 words about onboarding". It is a demonstration text.',
].join('\n');

/** How to replace this model; the variables are those of docs/configuration.md. */
export const HOW_TO_CONNECT = [
  'To connect a real model, set these lines in `env/.env.local` and run `npm start` again:',
  '```\nOPENAI_BASE_URL=https://your-server/v1\nOPENAI_API_KEY=your-key\n```',
  'Any server that speaks the OpenAI protocol works. For Azure OpenAI see `docs/configuration.md`.',
].join('\n\n');

/** Whether a message is a greeting, thanks or a question about the model itself. */
export function isSmallTalk(message: string): boolean {
  return [GREETING, THANKS, SMALL_TALK, ABOUT_MODEL].some((pattern) => pattern.test(message)) || asksToConnect(message);
}

function asksToConnect(message: string): boolean {
  return CONNECT.test(message) && /\b(?:real|another|own|different|models?)\b/iu.test(message);
}

/** What a message asks a model to write, as a verb: "translate". Undefined if it does not ask for writing. */
export function findCreativeTask(message: string): string | undefined {
  if (!REQUEST.test(message)) return undefined;
  return CREATIVE_TASKS.find(([pattern]) => pattern.test(message))?.[1];
}

/** The reply if there is no text to answer from. It says what this model can do, and how to get one that can do more. */
export function replyWithoutText(message: string): string {
  if (THANKS.test(message)) return 'You are welcome.';
  if (asksToConnect(message)) return HOW_TO_CONNECT;
  if (GREETING.test(message)) return `Hello! ${INTRODUCTION} You can:\n\n${ABILITIES}`;
  if (isSmallTalk(message)) return `${INTRODUCTION} You can:\n\n${ABILITIES}\n\n${HOW_TO_CONNECT}`;
  const task = findCreativeTask(message);
  const limit = task
    ? `I can't ${task}: the sandbox model only quotes text that you give it.`
    : `I can't answer that without a text: the sandbox model has no knowledge of its own.`;
  return `${limit} You can:\n\n${ABILITIES}\n\n${HOW_TO_CONNECT}`;
}

/** The exact text after "repeat after me:", or undefined. */
export function parseRepeatCommand(message: string): string | undefined {
  return /^\s*(?:please )?repeat after me:[ \t]*\n?([\s\S]+)$/i.exec(message)?.[1];
}

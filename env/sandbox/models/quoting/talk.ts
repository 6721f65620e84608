import { REASONING_MODEL } from '#sandbox/models/catalog.ts';
import { parseConversation } from './conversation.ts';
import type { ChatRequest, ImagePart } from '#sandbox/models/openai/apiTypes.ts';

const GREETING = /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[\s!.,]{0,5}(?:ava|there)?[\s!.,]{0,5}$/i;
const ABOUT_MODEL = /\bwh(?:o|at) are you\b|\bwhat can you do\s{0,9}[?.!]{0,9}\s{0,9}$|\bconnect a (?:real )?model\b/i;

const INTRODUCTION =
  'I am the sandbox model. I know nothing myself: I quote sentences of the text that you give me, with the place of each.';

const ABILITIES = [
  '- **Attach a file** and ask about it in its words, or ask for a summary.',
  '- **Knowledge Search:** choose Finance and ask "How much is refunded for a hotel?"',
  '- **See a long answer:** send "Write 300 words about onboarding". It is a demonstration text.',
].join('\n');

/** docs/configuration.md describes these variables. */
const HOW_TO_CONNECT = [
  'To connect a real model, set these lines in `env/.env.local` and run `npm start` again:',
  '```\nOPENAI_BASE_URL=https://your-server/v1\nOPENAI_API_KEY=your-key\n```',
  'Any server that speaks the OpenAI protocol works. For Azure OpenAI see `docs/configuration.md`.',
].join('\n\n');

/** Questions that this model answers without a text to quote from. */
export const QUESTIONS_WITHOUT_TEXT = [
  'What can you do?',
  'How do I connect a real model?',
  'Write 200 words about onboarding',
];

/**
 * Whether a message is a greeting or a question about the model itself, which is answered without a text to quote from.
 */
export function isAboutModel(message: string): boolean {
  return GREETING.test(message) || ABOUT_MODEL.test(message);
}

/** The reply if there is no text to quote from. */
export function replyWithoutText(message: string): string {
  const opening = GREETING.test(message)
    ? `Hello! ${INTRODUCTION}`
    : ABOUT_MODEL.test(message)
      ? INTRODUCTION
      : "I can't do that: I am the sandbox model, which only quotes text that you give it.";
  return `${opening} You can:\n\n${ABILITIES}\n\n${HOW_TO_CONNECT}`;
}

/** Says how many images there are and of which types; empty without images. */
export function describeImages(images: readonly ImagePart[]): string {
  if (images.length === 0) return '';
  const types = images.map(
    ({ image_url: { url } }) => /^data:image\/([\w.+-]{1,20});/.exec(url)?.[1]?.toUpperCase() ?? 'by address',
  );
  return `I see ${images.length} ${images.length === 1 ? 'image' : 'images'} (${types.join(', ')}), but I only read text.`;
}

/** What the reasoning model thinks before it answers; empty for the other models. */
export function think({ model, messages }: Pick<ChatRequest, 'model' | 'messages'>): string {
  if (model !== REASONING_MODEL) return '';
  const { question, passages } = parseConversation(messages);
  const sources = [...new Set(passages.map(({ source }) => source))].join(', ') || 'no file';
  return [
    `The question is: ${question.slice(0, 200)}`,
    `I have ${passages.length} passages of ${sources}. I look for the sentence with most of its words.`,
  ].join('\n\n');
}

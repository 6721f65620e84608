export const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola)\b[\s!.,]*(?:ava|there|everyone|all)?[\s!.,]*(?:$|how are you)/iu;
const THANKS = /^\s*(?:many )?(?:thanks|thank you|thx|danke|merci|gracias)\b/iu;
const ABOUT_MODEL = /\b(?:who|what) (?:are|r) you\b|\bwhat (?:can|do) you do\b|\bhelp\b\s*[?!.]*$|\bwhich model\b/iu;

export const INTRODUCTION = "I am the sandbox's extractive model: a stand-in without weights or knowledge.";

const ABILITIES = [
  '- Attach a file or paste a text, and ask about it: I answer with quotations and their locations.',
  '- Ask me to summarize what you attached.',
  '- Say `write 300 words about onboarding` to watch a longer answer arrive.',
  '- Say `repeat after me: …` and I will.',
].join('\n');

/** Whether a message is a greeting, thanks or a question about the model. */
export function isSmallTalk(message: string): boolean {
  return (
    GREETING.test(message) || THANKS.test(message) || /\b(?:who|what) are you\b|\bwhat can you do\b/i.test(message)
  );
}

/** The reply if there is no text to answer from. */
export function replyToSmallTalk(message: string): string {
  if (THANKS.test(message)) return 'You are welcome.';
  if (GREETING.test(message)) return `Hello! ${INTRODUCTION} Here is what I can do:\n\n${ABILITIES}`;
  if (ABOUT_MODEL.test(message)) return `${INTRODUCTION} Here is what I can do:\n\n${ABILITIES}`;
  return `I can't answer that. ${INTRODUCTION} Here is what I can do:\n\n${ABILITIES}`;
}

/** The exact text after "repeat after me:", or undefined. */
export function parseRepeatCommand(message: string): string | undefined {
  return /^\s*(?:please )?repeat after me:[ \t]*\n?([\s\S]+)$/i.exec(message)?.[1];
}

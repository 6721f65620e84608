export const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|hallo|guten (?:tag|morgen|abend)|bonjour|salut|hola)\b[\s!.,]*(?:ava|there|everyone|all)?[\s!.,]*(?:$|how are you)/iu;
const THANKS = /^\s*(?:many )?(?:thanks|thank you|thx|danke|merci|gracias)\b/iu;
const ABOUT_MODEL = /\b(?:who|what) (?:are|r) you\b|\bwhat (?:can|do) you do\b|\bhelp\b\s*[?!.]*$|\bwhich model\b/iu;

export const INTRODUCTION =
  "I am the sandbox's extractive model: a stand-in without weights that holds no knowledge of its own.";

const ABILITIES = [
  '- Attach a file or paste a text, and ask about it: I answer with its own sentences and say where they stand.',
  '- Ask me to summarise what you attached.',
  '- Say `write 300 words about onboarding` to watch a longer answer arrive.',
  '- Say `repeat after me: …` and I will.',
].join('\n');

/** Whether a message wants talk and no text: greetings, thanks, and questions about the model itself. */
export function isSmallTalk(message: string): boolean {
  return (
    GREETING.test(message) || THANKS.test(message) || /\b(?:who|what) are you\b|\bwhat can you do\b/i.test(message)
  );
}

/** What to say when there is no text to answer from. */
export function replyToSmallTalk(message: string): string {
  if (THANKS.test(message)) return 'You are welcome.';
  if (GREETING.test(message)) return `Hello! ${INTRODUCTION} Here is what I can do:\n\n${ABILITIES}`;
  if (ABOUT_MODEL.test(message)) return `${INTRODUCTION} Here is what I can do:\n\n${ABILITIES}`;
  return `I cannot answer that from here. ${INTRODUCTION} Give me something to read, and I will:\n\n${ABILITIES}`;
}

/** The text after "repeat after me:", as it was written, or undefined. */
export function parseRepeatCommand(message: string): string | undefined {
  return /^\s*(?:please )?repeat after me:[ \t]*\n?([\s\S]+)$/i.exec(message)?.[1];
}

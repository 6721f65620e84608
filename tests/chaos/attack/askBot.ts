import { eventually } from '#tests/harness/eventually.ts';

const TIMEOUT_MS = 60_000;
const POLL_MS = 200;

interface Conversation {
  kind: string;
  messages: { from: string; state: string; activity: { text?: string } }[];
}

/** Sends a message to the bot as a person in Teams and waits for the answer. Throws unless there is exactly one. */
export async function askBot(channel: string, person: string, text: string, words: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${channel}/_sandbox/say`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ person, text }),
  });
  const { deliveries } = (await reply.json()) as { deliveries: { status: number; ms: number }[] };
  const refused = deliveries.find(({ status }) => status >= 300 || status === 0);
  if (refused) throw new Error(`the bot answered the delivery with ${refused.status} after ${refused.ms} ms`);
  const count = await eventually(
    async () => {
      const answers = await countAnswers(channel, person, words);
      if (answers === 0) throw new Error('the bot has not answered');
      return answers;
    },
    { withinMs: TIMEOUT_MS, everyMs: POLL_MS },
  );
  if (count > 1) throw new Error(`the bot answered ${count} times`);
}

async function countAnswers(channel: string, person: string, words: string): Promise<number> {
  const reply = await fetch(`${channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await reply.json()) as { conversations: Conversation[] };
  const personal = conversations.find(({ kind }) => kind === 'personal');
  const fromBot = (personal?.messages ?? []).filter(({ from, state }) => from === 'bot' && state === 'sent');
  return fromBot.filter(({ activity }) => activity.text?.includes(words)).length;
}

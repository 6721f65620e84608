import { eventually } from '../../harness/eventually.ts';

const WITHIN_MS = 60_000;
const EVERY_MS = 200;

interface Conversation {
  kind: string;
  messages: { from: string; state: string; activity: { text?: string } }[];
}

/** Says something to the bot as a person of Teams and waits for the answer. Throws when it comes twice or not at all. */
export async function askBot(channel: string, person: string, text: string, words: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const said = await fetch(`${channel}/_sandbox/say`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ person, text }),
  });
  const { deliveries } = (await said.json()) as { deliveries: { status: number; ms: number }[] };
  const refused = deliveries.find(({ status }) => status >= 300 || status === 0);
  if (refused) throw new Error(`the bot answered the delivery with ${refused.status} after ${refused.ms} ms`);
  const count = await eventually(
    async () => {
      const found = await answers(channel, person, words);
      if (found === 0) throw new Error('the bot has not answered');
      return found;
    },
    { withinMs: WITHIN_MS, everyMs: EVERY_MS },
  );
  if (count > 1) throw new Error(`the bot answered ${count} times`);
}

async function answers(channel: string, person: string, words: string): Promise<number> {
  const reply = await fetch(`${channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await reply.json()) as { conversations: Conversation[] };
  const personal = conversations.find(({ kind }) => kind === 'personal');
  const ofBot = (personal?.messages ?? []).filter(({ from, state }) => from === 'bot' && state === 'sent');
  return ofBot.filter(({ activity }) => activity.text?.includes(words)).length;
}

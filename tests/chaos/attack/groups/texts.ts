import { randomUUID } from 'node:crypto';
import { appendMessage, chatResponse, generateTitle, renameChat, shareChat, upsertChat } from '#contract/chats/chat.ts';
import { getPerson } from '#sandbox/people.ts';
import type { Attack, Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { makeChat, MODEL } from '#tests/harness/client/answers.ts';

const QUOTES = '"'.repeat(300_000);

/** Texts for which a naive Markdown parser, citation parser or title generator needs more than linear time. */
const messages: Readonly<Record<string, string>> = {
  '3,000 quotation levels': '>'.repeat(3_000),
  '10,000 list levels': '- '.repeat(10_000),
  '40,000 marks that never close': '**a_ `'.repeat(40_000),
  '100 KB of exclamation marks': '!'.repeat(100_000),
  'one line of 128 KB with citations': 'tea [1] '.repeat(16_000),
  '100 KB of open brackets': '['.repeat(100_000),
  '50,000 tables columns': `${'|a'.repeat(50_000)}|\n${'|-'.repeat(50_000)}|\n`,
};

export const texts: AttackGroup = {
  name: 'texts',
  attacks: [
    ...Object.entries(messages).map(([name, text]): Attack => ({
      name: `a message of ${name}`,
      maxTimes: 20,
      run: (attacker) => sendMessage(attacker, text),
    })),
    {
      name: 'an answer of 3,000 quotation levels',
      maxTimes: 20,
      run: (attacker) => sendMessage(attacker, `repeat after me: ${'> '.repeat(3_000)}`),
    },
    {
      name: 'an answer of one line with citations',
      maxTimes: 10,
      run: (attacker) => sendMessage(attacker, `repeat after me: ${'[1]'.repeat(4_000)}`),
    },
    {
      name: 'a title made from 300 KB of quotation marks',
      run: async (attacker) =>
        void (await attacker.call(generateTitle, { convo_id: await getChatId(attacker), text: QUOTES })),
    },
    { name: 'a title of 300 KB', run: setLongTitles },
    { name: 'a share with 300 KB of quotation marks', maxTimes: 10, run: shareQuotes },
  ],
};

const getChatId = (attacker: Attacker) => attacker.getOrCreate('chat of texts', () => makeChat(attacker.client));

async function sendMessage(attacker: Attacker, text: string): Promise<void> {
  const input = { convo_id: await makeChat(attacker.client), event_session_id: randomUUID(), model: MODEL, text };
  await attacker.call(chatResponse, input);
}

async function setLongTitles(attacker: Attacker): Promise<void> {
  const chat = await getChatId(attacker);
  await attacker.call(renameChat, { convo_id: chat, title: QUOTES });
  await attacker.call(upsertChat, { chat_id: chat, chat_title: QUOTES });
}

async function shareQuotes(attacker: Attacker): Promise<void> {
  const convo_id = await makeChat(attacker.client);
  await attacker.call(appendMessage, { convo_id, message_type: 'user', text: QUOTES });
  // Shares only with attackers, because the check of normal use counts the chats shared with its people.
  const peers = ['ada', 'ben', 'cleo'].filter((name) => name !== attacker.person).map((name) => getPerson(name).oid);
  await attacker.call(shareChat, { convo_id, peers: JSON.stringify(peers) });
  await attacker.call(shareChat, { convo_id, peers: QUOTES.slice(0, 10_000) });
}

import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import { getCorpusFileBytes, getCorpusFileText, getEmbeddedFiles } from '#contract/sites/corpusFiles.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { MODEL } from '#tests/harness/client/answers.ts';

/** Words of the file that only Ada can read. An answer that depends on them reveals its content. */
const WORDS = ['salary', 'band', 'bands', 'kr', 'grade', 'wages', 'C', '2027', 'crowns', 'principal', 'junior'];
/** Words of that file that no question contains. */
const SECRET = /52,400|Salary Bands/;

/** One-word questions of people who can read nothing or only parts of Finance. */
export const oracles: AttackGroup = {
  name: 'oracles',
  attacks: [
    { name: 'Finance is asked for a word by a person without access', by: ['cleo'], run: askClosedSite },
    { name: 'a closed file is asked for a word', by: ['ben'], run: askClosedFile },
    { name: 'Finance is asked for a word', by: ['ben'], run: (attacker) => askWord(attacker, {}) },
    { name: 'a closed file is opened', by: ['ben', 'cleo'], run: openClosedFile },
    { name: 'the files of Finance are listed', by: ['cleo'], run: listFiles },
  ],
};

async function search(attacker: Attacker, more: object) {
  const word = WORDS[Math.floor(Math.random() * WORDS.length)] ?? 'salary';
  const convo_id = await attacker.getOrCreate(
    'search',
    async () => (await attacker.client.call(newChat, { chat_type: 'search' })).ConversationId,
  );
  const input = {
    convo_id,
    event_session_id: randomUUID(),
    site_id: attacker.target.financeId,
    model: MODEL,
    text: word,
  };
  return attacker.call(searchResponse, { ...input, ...more });
}

async function askClosedSite(attacker: Attacker): Promise<void> {
  const reply = await search(attacker, {});
  if (reply && reply.status < 400) attacker.reportBreach(`a search in Finance was answered with ${reply.status}`);
}

async function askClosedFile(attacker: Attacker): Promise<void> {
  await askWord(attacker, { selected_ks_files: [attacker.target.closedFileId] });
}

async function askWord(attacker: Attacker, more: object): Promise<void> {
  const reply = await search(attacker, more);
  const response = `${reply?.text} ${String(reply?.headers['response-sources'])}`;
  if (SECRET.test(response)) attacker.reportBreach('a search reveals content of a closed file');
}

async function openClosedFile(attacker: Attacker): Promise<void> {
  const { financeId: site_id, closedFileId: datasource_id } = attacker.target;
  for (const endpoint of [getCorpusFileText, getCorpusFileBytes]) {
    const reply = await attacker.call(endpoint, { site_id, datasource_id });
    if (reply && reply.status < 400) attacker.reportBreach(`${endpoint.path} returned a closed file`);
  }
}

async function listFiles(attacker: Attacker): Promise<void> {
  const reply = await attacker.call(getEmbeddedFiles, { site_id: attacker.target.financeId });
  if (SECRET.test(reply?.text ?? '')) attacker.reportBreach('a list contains a closed file');
}

import { randomUUID } from 'node:crypto';
import { startEmbedding, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { startFileText } from '#contract/files/files.ts';
import { chatResponseWithContext } from '#contract/chats/chat.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import {
  getHostileDocuments,
  getSlowDocument,
  buildDocuments,
  type HostileDocument,
} from '#tests/chaos/attack/hostileDocuments.ts';
import { toMessageFile } from '#tests/harness/client/uploads.ts';
import { makeChat, MODEL } from '#tests/harness/client/answers.ts';

/** Documents that take much time or memory to read. They are attached to a chat or added to a corpus. */
export const documents: AttackGroup = {
  name: 'documents',
  prepare: buildDocuments,
  attacks: [
    { name: 'attach a hostile document and ask about it', run: attachAndAsk },
    {
      name: 'attach a hostile document and leave',
      run: async (attacker) => void (await attach(attacker, await pickDocument(attacker))),
    },
    { name: 'attach four slow files of 3 MB at once', run: attachFourAtOnce },
    { name: 'add a hostile document to a corpus', by: ['ada'], maxTimes: 24, run: addToCorpus },
  ],
};

/** Returns the next document for this member, so that each member uses all documents in turn. */
async function pickDocument(attacker: Attacker): Promise<HostileDocument> {
  const turn = await attacker.getOrCreate('documents', async () => ({ next: attacker.person.length }));
  const documents = await getHostileDocuments();
  const document = documents[turn.next % documents.length];
  turn.next += 1;
  if (!document) throw new Error('there are no hostile documents');
  return document;
}

const toFile = ({ name, bytes }: HostileDocument) => new File([new Uint8Array(bytes)], name);

async function attach(attacker: Attacker, document: HostileDocument): Promise<string> {
  const { job_id } = await attacker.client.upload(startFileText, { file_name: document.name }, toFile(document));
  return job_id;
}

async function attachAndAsk(attacker: Attacker): Promise<void> {
  const { result } = await attacker.waitForJob(await attach(attacker, await pickDocument(attacker)));
  if (!result) return;
  const file_context = [toMessageFile(result)];
  const convo_id = await attacker.getOrCreate('chat of files', () => makeChat(attacker.client));
  const input = {
    convo_id,
    event_session_id: randomUUID(),
    model: MODEL,
    text: 'What does the heading say?',
    file_context,
  };
  await attacker.call(chatResponseWithContext, input);
}

async function attachFourAtOnce(attacker: Attacker): Promise<void> {
  const bytes = await getSlowDocument();
  const jobs = [1, 2, 3, 4].map((number) => attach(attacker, { name: `slow ${number}.docx`, bytes }));
  const started = (await Promise.allSettled(jobs)).flatMap((job) => (job.status === 'fulfilled' ? [job.value] : []));
  await Promise.all(started.map((job) => attacker.waitForJob(job)));
}

async function addToCorpus(attacker: Attacker): Promise<void> {
  const document = await pickDocument(attacker);
  const siteId = attacker.target.financeId;
  const uploaded = await attacker.client.upload(
    uploadSiteFile,
    { site_id: siteId },
    toFile({ ...document, name: `${randomUUID()} ${document.name}` }),
  );
  const { job_id } = await attacker.client.call(startEmbedding, {
    siteId,
    datasourceId: uploaded.datasource_id,
    datasourceName: uploaded.name,
    fileLink: uploaded.link,
  });
  await attacker.waitForJob(job_id);
}

import { randomUUID } from 'node:crypto';
import { startEmbedding, uploadSiteFile } from '../../../../api/contract/corpusFiles.ts';
import { startFileText } from '../../../../api/contract/files.ts';
import { chatResponseWithContext } from '../../../../api/contract/chat.ts';
import type { Attacker, AttackGroup } from '../attacker.ts';
import { hostileDocuments, slowDocument, warmDocuments, type HostileDocument } from '../hostileDocuments.ts';
import { toMessageFile } from '../../../harness/client/uploads.ts';
import { makeChat, MODEL } from '../../../harness/client/answers.ts';

/** Files that inflate, attached in a chat or put into a corpus. */
export const documents: AttackGroup = {
  name: 'documents',
  prepare: warmDocuments,
  attacks: [
    { name: 'attach a hostile document and ask about it', run: attachAndAsk },
    {
      name: 'attach a hostile document and leave',
      run: async (attacker) => void (await attach(attacker, await next(attacker))),
    },
    { name: 'attach four slow files of 3 MB at once', run: attachFourAtOnce },
    { name: 'put a hostile document into a corpus', by: ['ada'], most: 24, run: putIntoCorpus },
  ],
};

/** The documents in turn, so that each member tries them all. */
async function next(attacker: Attacker): Promise<HostileDocument> {
  const turn = await attacker.own('documents', async () => ({ next: attacker.person.length }));
  const all = await hostileDocuments();
  const document = all[turn.next % all.length];
  turn.next += 1;
  if (!document) throw new Error('there are no hostile documents');
  return document;
}

const fileOf = ({ name, bytes }: HostileDocument) => new File([new Uint8Array(bytes)], name);

async function attach(attacker: Attacker, document: HostileDocument): Promise<string> {
  const { job_id } = await attacker.client.upload(startFileText, { file_name: document.name }, fileOf(document));
  return job_id;
}

async function attachAndAsk(attacker: Attacker): Promise<void> {
  const { result } = await attacker.settled(await attach(attacker, await next(attacker)));
  if (!result) return;
  const file_context = [toMessageFile(result)];
  const convo_id = await attacker.own('chat of files', () => makeChat(attacker.client));
  const ask = {
    convo_id,
    event_session_id: randomUUID(),
    model: MODEL,
    text: 'What does the heading say?',
    file_context,
  };
  await attacker.call(chatResponseWithContext, ask);
}

async function attachFourAtOnce(attacker: Attacker): Promise<void> {
  const bytes = await slowDocument();
  const jobs = [1, 2, 3, 4].map((number) => attach(attacker, { name: `slow ${number}.docx`, bytes }));
  const begun = (await Promise.allSettled(jobs)).flatMap((job) => (job.status === 'fulfilled' ? [job.value] : []));
  await Promise.all(begun.map((job) => attacker.settled(job)));
}

async function putIntoCorpus(attacker: Attacker): Promise<void> {
  const document = await next(attacker);
  const siteId = attacker.target.financeId;
  const put = await attacker.client.upload(
    uploadSiteFile,
    { site_id: siteId },
    fileOf({ ...document, name: `${randomUUID()} ${document.name}` }),
  );
  const named = { datasourceId: put.datasource_id, datasourceName: put.name, fileLink: put.link };
  const { job_id } = await attacker.client.call(startEmbedding, { ...named, siteId });
  await attacker.settled(job_id);
}

import { randomUUID } from 'node:crypto';
import type { Client } from '#contract/client.ts';
import type { Endpoint, IdKind } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { readEvents } from '#contract/runs/sse.ts';
import { getPerson } from '#sandbox/people.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { callByName, calls, getEndpoint, makeExampleInput, personalCalls } from '#tests/harness/http/exampleCalls.ts';
import { listFields, withField } from '#tests/harness/http/endpointFields.ts';
import { send, type CallInput, type Reply } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  createPersonData,
  createTaskData,
  makeUnknownIds,
  readPersonData,
  readTaskData,
  type CorpusFileIds,
  type PersonData,
} from '#tests/harness/client/personData.ts';
import { makeTemplateFile, uploadTemplate } from '#tests/harness/client/presentations.ts';
import { makeChat } from '#tests/harness/client/answers.ts';

/** Calls that need no sign-in. A new one must be a deliberate decision. */
const PUBLIC_CALLS = ['downloadExport', 'getBotFeatures', 'getHealth', 'getHelp', 'getLoadingMessages'];

/** Calls that only administrators can make. */
const ADMINISTRATOR_CALLS = [
  'getOrganizationSettings',
  'previewOrganizationSettings',
  'saveOrganizationSettings',
  'restoreOrganizationSettings',
  'uploadWordTemplate',
  'getOrganizationChanges',
  'getOrganizationFeedback',
  'checkConfiguredModel',
  'getUsage',
  'getUsageCsv',
  'getLastEvaluation',
];

/** Names of fields that hold an id. */
const ID_FIELD = /(_ids?|[a-z]Ids?|fileid|peers|\bid)$/;

/** Fields whose id creates a new row. If the id belongs to another person, the call responds as for an unknown chat. */
const CREATING_FIELDS = [
  'newChat.chat_id',
  'upsertChat.chat_id',
  'saveTask.task_data.TaskId',
  'copyTask.new_task_id',
  'saveLibraryTask.library_task.TaskLibraryId',
  'createPrompt.prompt_id',
];

let app: TestApp;
let adasData: PersonData;
/** A file in the corpus of Ada's site that a test can delete. */
let spare: CorpusFileIds;
/** Id of a template of presentations. */
let adasTemplate: string;
let bensData: PersonData;
let benToken: string;

beforeAll(async () => {
  // The tests start answers faster than answers end, so the limit per person must not apply.
  const env = { RUNS_PER_PERSON: '1000' };
  app = await startApp({ env, features: { knowledgeSearch: true, teamsBotEnabled: true, tasks: true } });
  benToken = await app.getToken({ person: 'ben' });
  const finance = await makeFinanceCorpus(app.as('ada'));
  spare = finance.spare;
  adasData = await createAllData('ada', 'Ada plans a picnic', finance.kept);
  adasTemplate = (await uploadTemplate(app.as('ada'), makeTemplateFile())).folder;
  bensData = await createAllData('ben', 'Ben counts the cups');
});
afterAll(() => app.close());

async function createAllData(key: string, text: string, corpusFile?: CorpusFileIds): Promise<PersonData> {
  const person = app.as(key);
  return createPersonData(person, text, corpusFile, await createTaskData(person, text));
}

const readAdasData = async () => [await readPersonData(app.as('ada'), adasData), await readTaskData(app.as('ada'))];

const call = (name: string, input: CallInput, bearer?: string) => callByName(app, name, input, bearer);

/** @proves call:getSharePointToken call:startImageContentFromUrl */
describe('the example calls', () => {
  /** @proves threat:every-call */
  it('include every call of the contract', () => {
    expect(calls.map(([name]) => name)).toEqual(Object.keys(endpoints));
  });

  /** @proves threat:every-call */
  it('show that only public calls need no sign-in', () => {
    const publicCalls = calls.filter(([, endpoint]) => endpoint.access === 'anyone');
    expect(publicCalls.map(([name]) => name).toSorted()).toEqual(PUBLIC_CALLS);
  });

  /** @proves threat:every-call */
  it.each(calls)('declare what every id of %s stands for', (_, endpoint) => {
    const fields = listFields(endpoint);
    expect(fields.filter((field) => ID_FIELD.test(field) && !(field in endpoint.ids))).toEqual([]);
    expect(Object.keys(endpoint.ids).filter((field) => !fields.includes(field))).toEqual([]);
  });

  /** Expected responses to valid calls that are not 200. */
  const expectedReplies: Record<string, object> = {
    getSharePointToken: { status: 403, json: { code: 'token_not_given' } },
    downloadExport: { status: 404, json: { code: 'link_expired' } },
    saveToOneDrive: { status: 404, json: { code: 'link_expired' } },
    continueResponse: { status: 409, json: { code: 'not_continuable' } },
    ...Object.fromEntries(ADMINISTRATOR_CALLS.map((name) => [name, { status: 403, json: { code: 'not_allowed' } }])),
    startFileTextFromUrl: { status: 400, json: { detail: "AVA can't open files from that location." } },
    startImageContentFromUrl: { status: 400, json: { detail: "AVA can't open files from that location." } },
    browseDrive: { status: 404, json: { code: 'not_found' } },
    getSourceLibraries: { status: 404, json: { code: 'not_found' } },
    attachMessage: { status: 404, json: { code: 'not_found' } },
    getMeetingTranscript: { status: 404, json: { code: 'no_transcript' } },
    saveMeetingTranscript: { status: 404, json: { code: 'no_transcript' } },
    updatePrompt: { status: 409, json: { code: 'newer_version' } },
    restorePromptVersion: { status: 409, json: { code: 'newer_version' } },
    deleteTemplate: { status: 404, json: { code: 'not_found' } },
    requestAccess: { status: 404, json: { code: 'not_found' } },
    decideAccess: { status: 404, json: { code: 'not_found' } },
    createSite: { status: 404, json: { detail: 'This library is no longer there. Please select another one.' } },
  };

  /** @proves threat:graph-tokens-kept */
  it.each(calls)('%s is answered with and without a trailing slash', async (name, endpoint) => {
    const [owner, data] = await findOwner(name, endpoint);
    const reply = await call(name, makeExampleInput(name, data), await app.getToken({ person: owner }));
    expect(reply).toMatchObject(expectedReplies[name] ?? { status: 200 });
    const { path } = endpoint;
    const alternative = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const unsigned = await send(app.url, { method: endpoint.method, path: alternative });
    const publicStatus = name === 'downloadExport' ? 404 : 200;
    expect(unsigned.status).toBe(endpoint.access === 'anyone' ? publicStatus : 401);
  });

  /** Returns a person with data for the call. Calls that delete get data that no other test uses. */
  async function findOwner(name: string, { ids }: Endpoint): Promise<[owner: string, data: PersonData]> {
    if (['deleteChat', 'deleteTask', 'deleteLibraryTask', 'deletePrompt'].includes(name))
      return ['dev', await createAllData('dev', 'Dev tidies up')];
    if (name === 'deleteEmbeddedFile') return ['ada', { ...adasData, ...spare }];
    return Object.values(ids).includes('site') ? ['ada', adasData] : ['ben', bensData];
  }
});

describe('data of another person', () => {
  const cases = personalCalls.flatMap(([name, { ids }]) =>
    Object.entries(ids).map(([field, noun]): [string, string, IdKind] => [name, field, noun]),
  );

  /**
   * The people who make the calls with Ada's ids. Ben makes most of them. He can read Ada's site, so Cleo makes those about
   * sites. For ids that clients choose, Greta makes the calls that write, and Hugo those that only read.
   */
  const names = ['ben', 'cleo', 'greta', 'hugo'] as const;
  const callers = {} as Record<(typeof names)[number], { data: PersonData; token: string; person: Client }>;
  /** Ada's data before the calls of the others, to compare with her data after them. */
  let adasRecords: unknown[];
  beforeAll(async () => {
    for (const key of names) {
      const person = app.as(key);
      const data = key === 'ben' ? bensData : await createAllData(key, `${key} waits`);
      callers[key] = { data, token: await app.getToken({ person: key }), person };
    }
    adasRecords = await readAdasData();
  });

  function chooseCaller(name: string, noun: IdKind): keyof typeof callers {
    if (noun === 'site' || noun === 'corpusFile') return 'cleo';
    if (noun !== 'own') return 'ben';
    return getEndpoint(name).method === 'GET' ? 'hugo' : 'greta';
  }

  /** Ada's ids of this kind; for people, the id of a person of another organization. */
  function listForeignIds(noun: IdKind): string[] {
    switch (noun) {
      case 'chat':
        return [adasData.chatId];
      case 'message':
        return [adasData.questionId, adasData.answerId];
      case 'run':
        return [adasData.runId, adasData.jobId, adasData.sessionId, adasData.taskRunId];
      case 'file':
        return [adasData.fileId];
      case 'task':
        return [adasData.taskId];
      case 'libraryTask':
        return [adasData.libraryId];
      case 'template':
        return [adasTemplate];
      case 'prompt':
        return [adasData.promptId];
      case 'person':
        return [getPerson('carl').oid];
      case 'own':
      case 'graph':
        return [adasData.workspaceId, adasData.viewerId, adasData.questionId, adasData.sessionId, adasData.chatId];
      case 'site':
        return [adasData.siteId];
      case 'corpusFile':
        return [adasData.itemId];
      default:
        return noun satisfies never;
    }
  }

  /** @proves threat:foreign-id */
  it.each(cases)('%s treats a foreign %s like one that does not exist', async (name, field, noun) => {
    const unknown = noun === 'site' ? makeUnknownIds().siteId : randomUUID();
    const { data, token, person } = callers[chooseCaller(name, noun)];
    const callWithId = async (id: string) => {
      // Where the client chooses the id, the call can create a row, so each call uses a new chat.
      const chatId = noun === 'own' ? await makeChat(person) : data.chatId;
      const reply = await call(name, withField(makeExampleInput(name, { ...data, chatId }), field, id), token);
      return { status: reply.status, body: await normalize(name, reply, id) };
    };
    const expected = CREATING_FIELDS.includes(`${name}.${field}`)
      ? await call('getChat', { convo_id: unknown }, benToken).then(({ status, text }) => ({ status, body: text }))
      : await callWithId(unknown);
    for (const id of listForeignIds(noun)) expect(await callWithId(id)).toEqual(expected);
  });

  it('is the same after all these calls', async () => expect(await readAdasData()).toEqual(adasRecords));

  /** Returns the body without the requested id, new ids and times, which differ between calls. */
  async function normalize(name: string, reply: Reply, id: string): Promise<string> {
    const isStream = getEndpoint(name).event !== null && reply.status === 200;
    const text = isStream ? await readStreamText(reply) : reply.text;
    return text
      .replaceAll(id, '(requested)')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
      .replace(/"(lastUpdated|LastUpdated|startedAt|endedAt)":\d+/g, '"$1":"(time)"');
  }

  /** Returns the text of a stream, whose chunk boundaries differ between calls. */
  async function readStreamText({ text }: Reply): Promise<string> {
    const chunks: string[] = [];
    for await (const event of readEvents(new Response(text))) {
      const { type, chunk = '' } = event as { type: string; chunk?: string };
      chunks.push(type === 'chunk' ? chunk : '');
    }
    return chunks.join('');
  }

  it('is not changed by a message whose file has the file id of Ada and other content', async () => {
    const before = await readPersonData(app.as('ada'), adasData);
    const file = {
      scrapedFileId: adasData.fileId,
      fileName: 'note.txt',
      fileType: 'TXT',
      fileSize: 4,
      fileContent: 'Ben.',
    };
    const input = { ...makeExampleInput('chatResponseWithContext', bensData), file_context: [file] };
    expect(await call('chatResponseWithContext', input, benToken)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    });
    expect(await readPersonData(app.as('ada'), adasData)).toEqual(before);
  });

  /** @proves threat:identity */
  it('a name or address in a request does not change who the sender is', async () => {
    const forgedFields = {
      user_email: 'ada.moreau@northwind.example',
      creator_email: 'ada.moreau@northwind.example',
      sharedBy: 'Ada Moreau',
    };
    const query = new URLSearchParams({ ...forgedFields, convo_id: adasData.chatId });
    const reply = await send(app.url, {
      method: 'GET',
      path: `/chat?${query}`,
      headers: { authorization: `Bearer ${benToken}` },
    });
    expect(reply.status).toBe(404);
    const list = await send(app.url, {
      method: 'GET',
      path: `/chats/metadata?${query}`,
      headers: { authorization: `Bearer ${benToken}` },
    });
    expect(list).toMatchObject({ status: 200, json: { chats: expect.any(Array) } });
    expect(list.text).not.toContain(adasData.chatId);
  });
});

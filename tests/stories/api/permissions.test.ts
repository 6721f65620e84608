import { randomUUID } from 'node:crypto';
import type { Client } from '../../../api/contract/client.ts';
import type { Endpoint, IdKind } from '../../../api/contract/endpoint.ts';
import { endpoints } from '../../../api/contract/endpoints.ts';
import { readEvents } from '../../../api/contract/sse.ts';
import { getPerson } from '../../../env/sandbox/people.ts';
import { makeFinanceCorpus } from '../../harness/client/corpora.ts';
import { callByName, calls, getEndpoint, makeExampleInput, personalCalls } from '../../harness/http/exampleCalls.ts';
import { listFields, withField } from '../../harness/http/endpointFields.ts';
import { send, type CallInput, type Reply } from '../../harness/http/request.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { createPersonData, makeUnknownIds, readPersonData, type CorpusFileIds, type PersonData } from '../../harness/client/personData.ts';
import { makeChat } from '../../harness/client/answers.ts';

/** Calls that anybody may make. One more is a decision, not an oversight. */
const OPEN = ['getHealth', 'getLoadingMessages'];

/** Names of fields that hold an id. */
const ID_FIELD = /(_ids?|[a-z]Ids?|fileid|peers|\bid)$/;

/** Ids under which these calls create a row where there is none: somebody else's is refused like any that is not there. */
const CREATING = ['newChat.chat_id', 'upsertChat.chat_id'];

let app: TestApp;
let adas: PersonData;
/** A file in the corpus of Ada's site that may go. */
let spare: CorpusFileIds;
let bens: PersonData;
let benToken: string;

beforeAll(async () => {
  // Calls that begin work come one after the other, faster than it ends.
  const env = { RUNS_PER_PERSON: '1000' };
  app = await startApp({ env, features: { knowledgeSearch: true, teamsBotEnabled: true } });
  await app.control('models', 'pace', { ms: 0 });
  benToken = await app.getToken({ person: 'ben' });
  const finance = await makeFinanceCorpus(app.as('ada'));
  spare = finance.spare;
  adas = await createPersonData(app.as('ada'), 'Ada plans a picnic', finance.kept);
  bens = await createPersonData(app.as('ben'), 'Ben counts the cups');
});
afterAll(() => app.close());

const call = (name: string, ask: CallInput, bearer?: string) => callByName(app, name, ask, bearer);

describe('the example calls', () => {
  it('include every call of the contract', () => {
    expect(calls.map(([name]) => name)).toEqual(Object.keys(endpoints));
  });

  it('show that only public calls need no sign-in', () => {
    const open = calls.filter(([, endpoint]) => endpoint.access === 'anyone');
    expect(open.map(([name]) => name).toSorted()).toEqual(OPEN);
  });

  it.each(calls)('every id of %s is known to this test', (_, endpoint) => {
    const fields = listFields(endpoint);
    expect(fields.filter((field) => ID_FIELD.test(field) && !(field in endpoint.ids))).toEqual([]);
    expect(Object.keys(endpoint.ids).filter((field) => !fields.includes(field))).toEqual([]);
  });

  /** What a good call is answered with where that is not simply yes. */
  const answers: Record<string, object> = {
    getSharePointToken: { status: 403, json: { code: 'token_not_given' } },
    createSite: { status: 404, json: { detail: 'This library is no longer there. Please select another one.' } },
  };

  it.each(calls)('%s is answered with and without a trailing slash', async (name, endpoint) => {
    const [owner, things] = await ownerFor(name, endpoint);
    const reply = await call(name, makeExampleInput(name, things), await app.getToken({ person: owner }));
    expect(reply).toMatchObject(answers[name] ?? { status: 200 });
    const { path } = endpoint;
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const unsigned = await send(app.url, { method: endpoint.method, path: other });
    expect(unsigned.status).toBe(endpoint.access === 'anyone' ? 200 : 401);
  });

  /** Somebody with things for a call; what it deletes is nobody else's concern. */
  async function ownerFor(name: string, { toggle }: Endpoint): Promise<[owner: string, things: PersonData]> {
    if (name === 'deleteChat') return ['dev', await createPersonData(app.as('dev'), 'Dev tidies up')];
    if (name === 'deleteEmbeddedFile') return ['ada', { ...adas, ...spare }];
    return toggle === 'knowledgeSearch' ? ['ada', adas] : ['ben', bens];
  }
});

describe('data of another person', () => {
  const cases = personalCalls.flatMap(([name, { ids }]) =>
    Object.entries(ids).map(([field, noun]): [string, string, IdKind] => [name, field, noun]),
  );

  /**
   * Greta and Hugo try names of their own that are taken by Ada: Greta writes under them, Hugo only reads. Ben may read
   * Ada's site, so there it is Cleo who tries.
   */
  const names = ['ben', 'cleo', 'greta', 'hugo'] as const;
  const readers = {} as Record<(typeof names)[number], { things: PersonData; token: string; person: Client }>;
  beforeAll(async () => {
    for (const key of names) {
      const person = app.as(key);
      const things = key === 'ben' ? bens : await createPersonData(person, `${key} waits`);
      readers[key] = { things, token: await app.getToken({ person: key }), person };
    }
  });

  function readerFor(name: string, noun: IdKind): keyof typeof readers {
    if (noun === 'site' || noun === 'corpusFile') return 'cleo';
    if (noun !== 'own') return 'ben';
    return getEndpoint(name).method === 'GET' ? 'hugo' : 'greta';
  }

  /** Ids of Ada's, of that kind, for others to try; of people, somebody of another organization. */
  function foreignIds(noun: IdKind): string[] {
    switch (noun) {
      case 'chat':
        return [adas.chatId];
      case 'message':
        return [adas.questionId, adas.answerId];
      case 'run':
        return [adas.runId, adas.jobId, adas.sessionId];
      case 'file':
        return [adas.fileId];
      case 'person':
        return [getPerson('carl').oid];
      case 'own':
      case 'graph':
        return [adas.workspaceId, adas.viewerId, adas.questionId, adas.sessionId, adas.chatId];
      case 'site':
        return [adas.siteId];
      case 'corpusFile':
        return [adas.itemId];
      default:
        return noun satisfies never;
    }
  }

  it.each(cases)('%s treats a foreign %s like one that does not exist', async (name, field, noun) => {
    const before = await readPersonData(app.as('ada'), adas);
    const unknown = noun === 'site' ? makeUnknownIds().siteId : randomUUID();
    const { things, token, person } = readers[readerFor(name, noun)];
    const asked = async (id: string) => {
      // A name of the caller's own makes a row under it, so each call is about a chat without any.
      const chatId = noun === 'own' ? await makeChat(person) : things.chatId;
      const reply = await call(name, withField(makeExampleInput(name, { ...things, chatId }), field, id), token);
      return { status: reply.status, says: await comparable(name, reply, id) };
    };
    const nobodys = CREATING.includes(`${name}.${field}`)
      ? await call('getChat', { convo_id: unknown }, benToken).then(({ status, text }) => ({ status, says: text }))
      : await asked(unknown);
    for (const id of foreignIds(noun)) expect(await asked(id)).toEqual(nobodys);
    expect(await readPersonData(app.as('ada'), adas)).toEqual(before);
  });

  /** What an answer says, without what differs between any two calls: the id asked for, new ids, times. */
  async function comparable(name: string, reply: Reply, id: string): Promise<string> {
    const streamed = getEndpoint(name).event !== null && reply.status === 200;
    const said = streamed ? await textOf(reply) : reply.text;
    return said
      .replaceAll(id, '(asked)')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)');
  }

  /** The text of a streamed answer: where it is cut into pieces is chance. */
  async function textOf({ text }: Reply): Promise<string> {
    const chunks: string[] = [];
    for await (const event of readEvents(new Response(text))) {
      const { type, chunk = '' } = event as { type: string; chunk?: string };
      chunks.push(type === 'chunk' ? chunk : '');
    }
    return chunks.join('');
  }

  it('a file id with inline content does not replace the stored file', async () => {
    const before = await readPersonData(app.as('ada'), adas);
    const file = {
      scrapedFileId: adas.fileId,
      fileName: 'note.txt',
      fileType: 'TXT',
      fileSize: 4,
      fileContent: 'Ben.',
    };
    const ask = { ...makeExampleInput('chatResponseWithContext', bens), file_context: [file] };
    expect(await call('chatResponseWithContext', ask, benToken)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    });
    expect(await readPersonData(app.as('ada'), adas)).toEqual(before);
  });

  it('a name or address in a request does not change who the sender is', async () => {
    const posing = {
      user_email: 'ada.moreau@northwind.example',
      creator_email: 'ada.moreau@northwind.example',
      sharedBy: 'Ada Moreau',
    };
    const query = new URLSearchParams({ ...posing, convo_id: adas.chatId });
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
    expect(list.text).not.toContain(adas.chatId);
  });
});

import { cancelChatResponse, getChat, getChats, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getFunctionGroups } from '#contract/sites/sites.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';
import { makeEml } from '#sandbox/documents/mail.ts';
import { getPerson } from '#sandbox/people.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { collect, foldAnswer } from '#tests/harness/client/answers.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import {
  LIST_MEETINGS,
  READ_MAIL,
  SEARCH_MAIL,
  askWithFunctions,
  getResultIds,
  getResultNames,
  listGraphCalls,
  openWithFunctions,
} from '#tests/harness/client/functionCalls.ts';

let app: TestApp;
let ada: Client;
let cleo: Client;

beforeAll(async () => {
  app = await startApp({ features: { functionCalling: true, tools: false } });
  [ada, cleo] = ['ada', 'cleo'].map(app.as) as [Client, Client];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});
afterEach(() => expectHealthyProcess(app));

const listMessages = async (person: Client, convo_id: string) => (await person.call(getChat, { convo_id })).Messages;
const readLatest = async (person: Client) => {
  const [latest] = (await person.call(getChats, { limit: 1 })).chats;
  return listMessages(person, latest?.ConversationId ?? '');
};

/** Makes the model begin the next answer with these calls. */
async function makeCalls(...calls: [name: string, args: object][]): Promise<void> {
  const rawCalls = calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
  await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1 });
}

/** The results of function calls that the model got, by request. */
async function readToolResults(): Promise<string[][]> {
  const results = (await listAnswerRequests(app)).map(({ messages }) =>
    (messages as ChatMessage[]).filter(({ role }) => role === 'tool').map(({ content }) => String(content)),
  );
  return results.filter((texts) => texts.length > 0);
}

describe('a function', () => {
  it('finds people: the call is shown with its result, cited and stored', async () => {
    const answer = await askWithFunctions(ada, 'Who is Ben?');
    expect(answer.calls).toMatchObject([{ title: 'Find people', asked: 'Ben', state: { name: 'done', found: 1 } }]);
    expect(answer.content).toMatch(/Ben .*\[1\]/);
    expect(answer.links).toMatchObject([{ number: 1, datatype: 'PERSON', opens: 'nothing' }]);
    const [, stored] = await listMessages(ada, answer.convo_id);
    expect(stored).toMatchObject({ calls: answer.calls, content: answer.content });
  });

  it('promises the model no more about people than User.ReadBasic.All returns: names and e-mail addresses', async () => {
    const { calls } = await askWithFunctions(ada, 'Who is Ada?');
    expect(calls[0]?.state).toMatchObject({ results: [{ excerpt: 'E-mail: ada.moreau@northwind.example.' }] });
    const [request] = await listAnswerRequests(app);
    const tools = JSON.stringify(request?.params['tools']);
    expect(tools).toContain('their full names and e-mail addresses only');
    expect(tools).not.toMatch(/department|office|phone/);
  });

  /** @proves threat:function-rights */
  it('searches the mailbox of the person only', async () => {
    const found = await askWithFunctions(ada, SEARCH_MAIL);
    expect(getResultNames(found.calls[0])).toContain('Fabrikam showroom: last questions');
    expect(found.links).toMatchObject([{ datatype: 'MAIL', opens: 'link' }]);
    const other = await askWithFunctions(cleo, SEARCH_MAIL);
    expect(getResultNames(other.calls[0])).toEqual([]);
  });

  it('reads a mail that was found: its body as plain text, and the names of its attachments', async () => {
    const html = '<p>Dear Ada, the <b>last</b> instalment is due in <i>March</i>.</p><script>alert(1)</script>';
    const people = { from: { name: 'Hugo', address: 'hugo@fabrikam.example' }, to: [] };
    const mime = makeEml({ ...people, subject: 'Showroom', html, attachments: ['Payment plan.pdf'] });
    const [id = ''] = getResultIds((await askWithFunctions(ada, SEARCH_MAIL)).calls[0]);
    const path = `/me/messages/${encodeURIComponent(id)}/$value`;
    await app.control('graph', 'reply', { path, count: 1, body: Buffer.from(mime).toString() });
    const answer = await askWithFunctions(ada, READ_MAIL);
    expect(answer.calls.map(({ title, asked, state }) => [title, asked, state.name])).toEqual([
      ['Search mail', 'showroom', 'done'],
      ['Read a mail', 'Fabrikam showroom: last questions', 'done'],
    ]);
    const [, read] = answer.calls;
    expect(read).toMatchObject({ state: { results: [{ datatype: 'MAIL', opens: 'link', fileid: id }] } });
    const text = JSON.stringify(read);
    expect(text).toContain('the last instalment is due in March.');
    expect(text).toContain('Attachments: Payment plan.pdf');
    expect(text).not.toMatch(/alert|<p>/);
    // A handle such as `m1` is valid only in its answer, so the next answer can't use it.
    const forged = await askWithFunctions(ada, 'use the tool read_mail with {"mail":"m1"}', {
      convo_id: answer.convo_id,
    });
    expect(forged.calls).toMatchObject([
      { state: { name: 'failed', reason: expect.stringContaining('"mail" must be') } },
    ]);
  });

  it('lists meetings of the calendar', async () => {
    const { calls } = await askWithFunctions(ada, LIST_MEETINGS);
    expect(calls).toMatchObject([{ title: 'List meetings', asked: 'the last 14 days' }]);
    expect(getResultNames(calls[0])).toContain('Budget review');
  });

  /** @proves threat:function-rights */
  it('reads what was said in a meeting, but not in one that Ada was not invited to', async () => {
    const list = { name: 'list_meetings', arguments: '{"past_days":14,"coming_days":0}' };
    const names = getResultNames((await askWithFunctions(ada, LIST_MEETINGS)).calls[0]);
    const read = (subject: string) => {
      const meeting = `e${names.indexOf(subject) + 1}`;
      return { name: 'read_transcript', arguments: JSON.stringify({ meeting }) };
    };
    // Somebody forwarded the invitation to the board's meeting to her, so that it is in her calendar.
    const rawCalls = [list, read('Budget review'), read('Board preparation')];
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1 });
    const answer = await askWithFunctions(ada, 'What does the roof cost?');
    expect(answer.calls).toMatchObject([
      { title: 'List meetings', state: { name: 'done' } },
      {
        title: 'Read a transcript',
        asked: 'Budget review',
        state: { name: 'done', results: [{ datatype: 'MEETING' }] },
      },
      { title: 'Read a transcript', asked: 'Board preparation', state: { name: 'failed' } },
    ]);
    expect(answer.calls[2]).toMatchObject({ state: { reason: expect.stringContaining("You weren't a participant") } });
    expect(answer.content).toMatch(/38,500 crowns.*\[\d+\]/s);
    expect(JSON.stringify([answer, await listAnswerRequests(app)])).not.toContain('This stays between us');

    await ada.call(shareChat, { convo_id: answer.convo_id, peers: [getPerson('cleo').oid] });
    expect((await readLatest(cleo))[1]).toMatchObject({ content: HIDDEN_ANSWER, calls: [], links: [] });
  });

  it('reads a long meeting in parts, from the minute that the model names', async () => {
    const toClock = (n: number) => `0${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}:00.000`;
    const cues = Array.from(
      { length: 300 },
      (_, n) => `${toClock(n)} --> ${toClock(n + 1)}\n<v Speaker ${n % 2}>Point ${n}. ${'We agree. '.repeat(25)}</v>`,
    );
    const read = (from_minute: number) => ({
      name: 'read_transcript',
      arguments: JSON.stringify({ meeting: 'e1', from_minute }),
    });
    const list = { name: 'list_meetings', arguments: '{"past_days":"3","coming_days":"0"}' };
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls: [list, read(0)], count: 1 });
    await askWithFunctions(ada, 'What was said?');
    const path = (await listGraphCalls(app)).findLast((call) => call.path.endsWith('/content'))?.path;
    await app.control('models', 'reset');
    await app.control('graph', 'reply', { path, count: 2, body: `WEBVTT\n\n${cues.join('\n\n')}\n` });
    const rawCalls = [list, read(0), read(290)];
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1 });
    const answer = await askWithFunctions(ada, 'What was said?');
    expect(answer.calls.map(({ asked }) => asked).slice(1)).toEqual([
      'Budget review',
      'Budget review, from minute 290',
    ]);
    const [, start = '', end = ''] = (await readToolResults())[0] ?? [];
    expect(start).toMatch(
      /^Read recording 1 of 1 of e1\. The result is too long; its end is left out\.\n<passage.*Point 0\./,
    );
    expect(start).not.toContain('Point 299.');
    expect(end).toMatch(/^Read recording 1 of 1 of e1\.\n<passage[^>]* place="4:50:00 to [^>]*>Speaker 0: Point 290\./);
    expect(end).toContain('Point 299.');
  });

  it('finds a file and reads its pages, with the rights of the person', async () => {
    await makeCalls(['find_files', { words: 'travel policy' }], ['open', { passage: 1 }]);
    await app.control('models', 'scenario', { name: 'script', text: 'The policy says it [1].', count: 1 });
    const answer = await askWithFunctions(ada, 'What may a hotel cost?');
    expect(answer.calls.map(({ title, state }) => [title, state.name])).toEqual([
      ['Find files', 'done'],
      ['Open a file', 'done'],
    ]);
    const [cited] = answer.links;
    expect(cited).toMatchObject({ opens: 'graphFile', fileid: expect.stringContaining('/v1.0/drives/') });
    const [first] = getResultNames(answer.calls[0]);
    expect(answer.calls[1]?.asked).toBe(first);
  });

  /** @proves threat:function-rights */
  it('searches sites and opens what was found, but Cleo gets nothing of Finance with any function', async () => {
    const { kept } = await makeFinanceCorpus(ada);
    await makeCalls(['search', { queries: ['budget'], sites: ['finance'] }], ['open', { passage: 1 }]);
    const found = await askWithFunctions(ada, 'What is the budget?');
    expect(found.calls).toMatchObject([
      { title: 'Search files', asked: 'budget · finance', state: { name: 'done' } },
      { title: 'Open a file', state: { name: 'done' } },
    ]);
    const [budget] = getResultNames(found.calls[0]);
    expect(found.calls[1]?.asked).toContain(budget);
    // The result has the ids that the tab needs to open the file.
    expect(found.calls[1]).toMatchObject({ state: { results: [{ filename: budget, site: kept.siteId }] } });
    const [request] = await listAnswerRequests(app);
    expect(JSON.stringify(request?.params['tools'])).toContain(String.raw`\"Finance\"`);
    await makeCalls(['search', { queries: ['budget'], sites: ['Fin'] }]);
    const wrong = await askWithFunctions(ada, 'And in Fin?');
    const reason = expect.stringMatching(/"sites" must be of .*"Finance"/);
    expect(wrong.calls).toMatchObject([{ state: { name: 'failed', reason } }]);

    await app.control('models', 'reset');
    // Cleo can read no site, so no function for sites is offered to her model. If it calls one nevertheless, it gets
    // nothing.
    await makeCalls(['search', { queries: ['budget'] }], ['list', {}]);
    const site = await askWithFunctions(cleo, 'What is the budget?');
    const notOffered = { state: { name: 'failed', reason: functionTexts.notOffered } };
    expect(site.calls).toMatchObject([notOffered, notOffered]);
    const [other] = await listAnswerRequests(app);
    expect(JSON.stringify(other?.params['tools'])).not.toMatch(/Finance|"search"|"list"/);
    await makeCalls(['find_files', { words: 'budget' }]);
    const files = await askWithFunctions(cleo, 'Find the file budget');
    expect(getResultNames(files.calls[0]).filter((name) => getResultNames(found.calls[0]).includes(name))).toEqual([]);
    const forged = await askWithFunctions(cleo, 'use the tool open with {"passage":1}');
    expect(forged.calls).toMatchObject([{ title: 'Open a file', state: { name: 'failed' } }]);
  });
});

describe('an answer with functions', () => {
  /** @proves threat:function-limits */
  it('has at most twelve calls, then the model answers from what it has, and the answer says so', async () => {
    const calls = Array.from({ length: 14 }, (_, n) => `use the tool find_people with {"name":"Ben ${n}"}`);
    const answer = await askWithFunctions(ada, calls.join(' and '));
    expect(answer.calls).toHaveLength(12);
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
    expect(answer.content).toMatch(/\S\n\n\*I used up the look-ups for this answer[^]*\*$/);
    expect((await listAnswerRequests(app)).map(({ params }) => params['tool_choice'])).toEqual([undefined, 'none']);
  });

  it('makes the same call once, and points the model to its first result', async () => {
    const before = (await listGraphCalls(app)).length;
    const call = 'use the tool find_people with {"name":"Ben"}';
    const answer = await askWithFunctions(
      ada,
      `${call} and ${call} and use the tool find_people with {"name":" Ben "}`,
    );
    expect((await listGraphCalls(app)).slice(before).filter(({ path }) => path === '/users')).toHaveLength(1);
    expect(answer.calls).toMatchObject([{ title: 'Find people', state: { name: 'done', found: 1 } }]);
    const results = (await readToolResults())[0];
    expect(results?.map((text) => text.includes('<passage'))).toEqual([true, false, false]);
    expect(results?.[1]).toBe('Found 1 people. You made this call before; its result is passage 1 above.');
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
  });

  it('continues after calls that do not exist or have wrong arguments, and tells the model what is allowed', async () => {
    const answer = await askWithFunctions(
      ada,
      'use the tool find_people with {"name":{}} and use the tool list_meetings with {"coming_days":900}',
    );
    expect(answer.calls.map(({ state }) => state.name)).toEqual(['failed', 'failed']);
    expect(await readToolResults()).toEqual([
      [
        'Failed: The model called this function with arguments that are not valid: "name" must be text of 1 to 100 characters.',
        'Failed: The model called this function with arguments that are not valid: "coming_days" must be a whole number from 0 to 31.',
      ],
    ]);
    expect(answer.state.name).toBe('complete');
  });

  it('reads the calls that models really send, and repeats them in a form that a strict server accepts', async () => {
    await app.control('models', 'strictness', { provider: 'vllm' });
    const rawCalls = [
      { name: 'functions.find_people', arguments: '{"name":"Ben","office":null}</tool_call>' },
      { name: 'default_api:list_meetings', arguments: '"{\\"past_days\\":\\"14\\",\\"coming_days\\":\\"0\\"}"' },
      { name: 'List-Meetings<|channel|>commentary', arguments: '' },
      { name: 'web.browse', arguments: '{"query": "Ben' },
    ];
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1 });
    const answer = await askWithFunctions(ada, 'Who is Ben?');
    expect(answer.calls.map(({ title, asked, state }) => [title, asked, state.name])).toEqual([
      ['Find people', 'Ben', 'done'],
      ['List meetings', 'the last 14 days', 'done'],
      ['List meetings', 'the next 7 days', 'done'],
      ['Unknown function', '', 'failed'],
    ]);
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
  });

  /** @proves threat:function-limits */
  it('ends with Stop at once: the running call is shown as stopped, also after a reload', async () => {
    await app.control('graph', 'delay', { count: 1, ms: 30_000, path: '/users' });
    const calls = 'use the tool find_people with {"name":"Ben"}';
    await app.control('models', 'scenario', { name: 'script', text: 'Let me look that up.', calls, count: 1 });
    const event_session_id = crypto.randomUUID();
    const { convo_id, stream } = await openWithFunctions(ada, 'Who is Ben?', { event_session_id });
    const events = [];
    for await (const event of stream) {
      events.push(event);
      if (event.type !== 'call') continue;
      expect(event.call.state).toEqual({ name: 'running' });
      // A second device that follows the answer also sees the running call.
      const [, shown] = await listMessages(ada, convo_id);
      const follow = await ada.stream(followAnswerRun, { run_id: shown?.run_id ?? '', from: 0 });
      for await (const seen of follow) if (seen.type === 'call') break;
      await ada.call(cancelChatResponse, { convo_id, event_session_id });
    }
    const content = 'Let me look that up.';
    const stopped = { state: { name: 'stopped' }, calls: [{ state: { name: 'failed' } }] };
    expect(foldAnswer(events)).toMatchObject({ ...stopped, content });
    const [, stored] = await listMessages(ada, convo_id);
    expect(stored).toMatchObject({ ...stopped, content });
    // Graph's stand-in waits for 30 s before it replies, unless the caller closes the connection.
    await eventually(async () =>
      expect((await listGraphCalls(app)).at(-1)).toMatchObject({ path: '/users', status: 0 }),
    );
  });

  /** @proves threat:function-limits */
  it('without function_calling and look_up sends no function, and the prompt mentions none', async () => {
    const answer = await askWithFunctions(ada, 'Who is Ben?', { function_calling: false, look_up: false });
    const [request] = await listAnswerRequests(app);
    expect(answer.calls).toEqual([]);
    expect(request?.params).not.toHaveProperty('tools');
    expect(getPromptText(request)).not.toContain('function');
  });

  it('uses only the functions of a group that is mentioned', async () => {
    const { groups } = await ada.call(getFunctionGroups, {});
    expect(
      groups.filter(({ site_link }) => site_link === null).map(({ group_name, section }) => [group_name, section]),
    ).toEqual([
      ['People', 'AVA-provided'],
      ['Meetings', 'AVA-provided'],
      ['Files', 'Connected Data'],
      ['Mail', 'Connected Data'],
    ]);
    await askWithFunctions(ada, `[Mail] ${SEARCH_MAIL}`);
    const [request] = await listAnswerRequests(app);
    expect(JSON.stringify(request?.params['tools'])).not.toContain('find_people');
    expect(getPromptText(request)).not.toContain('[Mail]');
  });
});

describe('a copy of a chat', () => {
  /** @proves threat:function-results */
  it('hides what is based on mail of the sharer, and the results of all calls', async () => {
    const { convo_id } = await askWithFunctions(ada, 'Who is Ben?');
    const mail = await askWithFunctions(ada, READ_MAIL, { convo_id });
    expect([mail.calls[1]?.title, mail.content]).toEqual(['Read a mail', expect.stringContaining('showroom')]);
    await ada.call(shareChat, { convo_id, peers: [getPerson('cleo').oid] });
    const copy = await readLatest(cleo);
    expect(copy[1]).toMatchObject({ calls: [{ title: 'Find people', state: { name: 'hidden' } }] });
    expect(copy[3]).toMatchObject({ content: HIDDEN_ANSWER, calls: [], links: [] });
    expect(JSON.stringify(copy)).not.toContain('Fabrikam');
  });

  /** @proves threat:function-results */
  it('does not tell the model of the recipient what it hides', async () => {
    const { convo_id } = await askWithFunctions(ada, SEARCH_MAIL);
    await ada.call(shareChat, { convo_id, peers: [getPerson('cleo').oid] });
    const [latest] = (await cleo.call(getChats, { limit: 1 })).chats;
    await app.control('models', 'reset');
    await collect((await openWithFunctions(cleo, 'And now?', { convo_id: latest?.ConversationId ?? '' })).stream);
    expect(JSON.stringify(await listAnswerRequests(app))).not.toContain('Fabrikam');
  });
});

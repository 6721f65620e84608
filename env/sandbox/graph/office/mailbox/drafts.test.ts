import { jsonBody, startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';

let graph: TestGraph;
beforeAll(async () => (graph = await startTestGraph()));
afterAll(() => graph.close());

const picture = {
  '@odata.type': '#microsoft.graph.fileAttachment',
  name: 'chart.png',
  contentType: 'image/png',
  contentBytes: Buffer.from('not really a picture').toString('base64'),
  contentId: 'chart',
  isInline: true,
};
const message = {
  subject: 'Costs of <Gate 4>',
  body: { contentType: 'HTML', content: '<p>See <img src="cid:chart" alt="Chart"></p>' },
  attachments: [picture],
};
const post = (path: string, body: unknown) => graph.askAs('ada', path, { method: 'POST', ...jsonBody(body) });

it("Ada's draft stands in her Drafts folder, and its link shows it as Outlook would", async () => {
  const { status, body } = await post('/me/messages', message);
  expect([status, body['isDraft'], body['hasAttachments']]).toEqual([201, true, false]);
  const { body: folder } = await graph.askAs('ada', '/me/mailFolders/drafts/messages');
  expect(folder.value?.map(({ subject }) => subject)).toEqual([message.subject]);
  expect((await graph.askAs('ben', `/me/messages/${String(body['id'])}`)).status).toBe(404);

  const page = await (await fetch(String(body['webLink']))).text();
  expect(page).toContain('Costs of &#60;Gate 4&#62;');
  expect(page).toContain(picture.contentBytes);
  expect(page).not.toContain('cid:chart');
});

it.each([
  ['an attachment without bytes', { ...picture, contentBytes: undefined }, 400, 'ErrorInvalidRequest'],
  ['an attachment without a type', { ...picture, '@odata.type': undefined }, 400, 'ErrorInvalidRequest'],
  [
    'a request of more than 4 MB',
    { ...picture, contentBytes: Buffer.alloc(3 * 1024 * 1024, 1).toString('base64') },
    413,
    'RequestEntityTooLarge',
  ],
])('%s is refused', async (_, attachment, status, code) => {
  const reply = await post('/me/messages', { ...message, attachments: [attachment] });
  expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
});

it('a full mailbox refuses drafts, and a token that can only read creates none', async () => {
  await graph.control('POST', 'mailbox', { person: 'ada', full: true });
  expect((await post('/me/messages', message)).status).toBe(507);
  await graph.control('POST', 'mailbox', { person: 'ada' });
  const token = await graph.tokenOf('ada', { scp: 'Mail.Read' });
  expect((await graph.ask('/me/messages', token, { method: 'POST', ...jsonBody(message) })).status).toBe(403);
});

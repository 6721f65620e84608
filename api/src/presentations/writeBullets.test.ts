import { getPerson } from '#sandbox/people.ts';
import { writeBullets } from './writeBullets.ts';

type Context = Parameters<typeof writeBullets>[0];

const prose = { title: 'Tea', content: 'Tea costs 412 € a year [1]. It is green.', isProse: true };
const list = { title: 'Sites', content: '- Bergen', isProse: false };

/** Returns a section of running text and a list section after a model has given this reply. */
async function write(reply: string | Error, modalities = ['chat_completion']) {
  const requests: string[] = [];
  const complete = async ({ messages }: { messages: { content: string }[] }) => {
    requests.push(messages.at(-1)?.content ?? '');
    if (reply instanceof Error) throw reply;
    return { text: reply, usage: null };
  };
  const models = { list: async () => [{ modalities }], forPerson: () => ({ complete }) };
  const context = { models, log: { info: () => undefined } } as unknown as Context;
  const person = { id: getPerson('ada').oid } as Parameters<typeof writeBullets>[1];
  const [first, second] = await writeBullets(context, person, [prose, list], new AbortController().signal);
  expect(second).toEqual({ title: 'Sites', content: '- Bergen', notes: '' });
  return { section: first, requests };
}

it('running text becomes bullets, and the text is kept for the notes; a list is not sent', async () => {
  const { section, requests } = await write('## 1\n- Costs 412 € a year [1]\n* Green');
  expect(section).toEqual({ title: 'Tea', content: '- Costs 412 € a year [1]\n- Green', notes: prose.content });
  expect(requests).toEqual([`<part>${prose.content}</part>`]);
});

/** @proves threat:exported-words */
it.each([
  ['an invented number', '## 1\n- Costs 413 €'],
  ['no bullets', 'Tea is fine.'],
  ['bullets of another part', '## 2\n- Green'],
  ['a picture', '## 1\n- ![x](https://evil.example/x.png)'],
  ['a link', '## 1\n- [x](https://evil.example/)'],
  ['a long bullet', `## 1\n- ${'green '.repeat(40)}`],
  ['many bullets', `## 1\n${'- green\n'.repeat(9)}`],
  ['an error', new Error('model failed')],
])('the text stays as it is after a reply with %s', async (_, reply) => {
  expect((await write(reply)).section).toEqual({ title: 'Tea', content: prose.content, notes: '' });
});

it('no model is asked if there is none for chats', async () => {
  expect(await write('## 1\n- Green', ['embedding'])).toEqual({
    section: { title: 'Tea', content: prose.content, notes: '' },
    requests: [],
  });
});

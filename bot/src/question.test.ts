import { messageIdOf, questionOf, writtenText } from './question.ts';

const bot = { id: '28:bot', name: 'AVA' };
const mentionOf = (id: string, name: string) => ({
  type: 'mention',
  text: `<at>${name}</at>`,
  mentioned: { id, name },
});

it.each([
  ['<at>AVA</at> How much is left?', [mentionOf('28:bot', 'AVA')], 'How much is left?'],
  ['How much, <at>AVA</at>?', [mentionOf('28:bot', 'AVA')], 'How much, ?'],
  ['<at>AVA</at>&nbsp;ask <at>Ben</at>', [mentionOf('28:bot', 'AVA'), mentionOf('29:ben', 'Ben')], 'ask Ben'],
  ['<at>AVA</at> hello', [], 'AVA hello'],
  ['a < b & c', [], 'a < b & c'],
  [null, ['nonsense', 7], ''],
])('of %j a person reads %#', (text, entities, written) => {
  expect(writtenText({ text, recipient: bot, entities })).toBe(written);
});

it('takes the files, and not what Teams attaches to say the same in another form', () => {
  const url = 'https://northwind-my.sharepoint.com/tea.pdf';
  const attachments = [
    {
      contentType: 'application/vnd.microsoft.teams.file.download.info',
      name: 'tea.pdf',
      content: { downloadUrl: url },
    },
    { contentType: 'text/html', content: '<p>Hello</p>' },
    {
      contentType: 'application/vnd.microsoft.teams.file.download.info',
      name: 'bad',
      content: { downloadUrl: 'file:///etc' },
    },
  ];
  expect(questionOf({ id: '1', text: 'Read this', recipient: bot, attachments })).toEqual({
    activityId: '1',
    text: 'Read this',
    files: [{ name: 'tea.pdf', url }],
  });
});

it('takes images that were pasted, which have no name of their own', () => {
  const contentUrl = 'https://smba.trafficmanager.net/emea/v3/attachments/1/views/original';
  const attachments = [
    { contentType: 'image/*', contentUrl },
    { contentType: 'image/png', name: 'chart.png', contentUrl },
    { contentType: 'image/png', contentUrl: 'data:image/png;base64,AAAA' },
  ];
  expect(questionOf({ id: '1', text: 'What is it?', recipient: bot, attachments }).files).toEqual([
    { name: 'image', url: contentUrl },
    { name: 'chart.png', url: contentUrl },
  ]);
});

it('gives one delivery and the next the same id, and two people different ones', () => {
  const ada = { tenantId: 'northwind', id: 'ada' };
  expect(messageIdOf(ada, 'f:1')).toBe(messageIdOf({ ...ada }, 'f:1'));
  expect(messageIdOf(ada, 'f:1')).not.toBe(messageIdOf({ ...ada, id: 'ben' }, 'f:1'));
  expect(messageIdOf(ada, 'f:1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

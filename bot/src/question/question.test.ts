import { parseQuestion, parseText, toMessageId } from './question.ts';

const bot = { id: '28:bot', name: 'AVA' };
const createMention = (id: string, name: string) => ({
  type: 'mention',
  text: `<at>${name}</at>`,
  mentioned: { id, name },
});

it.each([
  ['<at>AVA</at> How much is left?', [createMention('28:bot', 'AVA')], 'How much is left?'],
  ['How much, <at>AVA</at>?', [createMention('28:bot', 'AVA')], 'How much, ?'],
  ['<at>AVA</at>&nbsp;ask <at>Ben</at>', [createMention('28:bot', 'AVA'), createMention('29:ben', 'Ben')], 'ask Ben'],
  ['<at>AVA</at> hello', [], 'AVA hello'],
  ['a < b & c', [], 'a < b & c'],
  [null, ['nonsense', 7], ''],
])('parses the text %j', (text, entities, parsedText) => {
  expect(parseText({ text, recipient: bot, entities })).toBe(parsedText);
});

it('parses files and ignores the formatted text that Teams attaches', () => {
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
  expect(parseQuestion({ id: '1', text: 'Read this', recipient: bot, attachments })).toEqual({
    activityId: '1',
    text: 'Read this',
    files: [{ name: 'tea.pdf', url }],
    context: [],
  });
});

it('parses pasted images, which have no name', () => {
  const contentUrl = 'https://smba.trafficmanager.net/emea/v3/attachments/1/views/original';
  const attachments = [
    { contentType: 'image/*', contentUrl },
    { contentType: 'image/png', name: 'chart.png', contentUrl },
    { contentType: 'image/png', contentUrl: 'data:image/png;base64,AAAA' },
  ];
  expect(parseQuestion({ id: '1', text: 'What is it?', recipient: bot, attachments }).files).toEqual([
    { name: 'image', url: contentUrl },
    { name: 'chart.png', url: contentUrl },
  ]);
});

it('gives every delivery the same message id, and different people different ones', () => {
  const ada = { tenantId: 'northwind', id: 'ada' };
  expect(toMessageId(ada, 'f:1')).toBe(toMessageId({ ...ada }, 'f:1'));
  expect(toMessageId(ada, 'f:1')).not.toBe(toMessageId({ ...ada, id: 'ben' }, 'f:1'));
  expect(toMessageId(ada, 'f:1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

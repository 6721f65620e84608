import { expectLinear } from '#tests/harness/hostile/linearTime.ts';
import { hostileTexts } from '#tab/testing/hostileTexts.ts';
import { findReferences, toAddress } from './imageReferences.ts';
import { referToAttachments } from './markdown/referToAttachments.ts';

const [cup, plan] = ['0b7e3d4c-0000-4000-8000-000000000001', '0b7e3d4c-0000-4000-8000-000000000002'];
const attachments = [
  { scrapedFileId: cup, fileName: 'our cup (1).png' },
  { scrapedFileId: plan, fileName: 'Plan_A & B.PNG' },
];

it.each([
  `![x](${toAddress(cup)})`,
  '![x](our%20cup%20(1).png)',
  '![x](<our cup (1).png>)',
  '![x [y] z](  <Our Cup (1).PNG> "title")',
])('finds the picture of a cup in %j, as the parser does', (text) => {
  expect(findReferences([text], attachments)).toEqual([cup]);
  expect(referToAttachments(text, attachments)).toContain(toAddress(cup));
});

it.each(['![x](<plan\\_a &amp; b.png>)', '![x](Plan_A%20%26%20B.PNG)'])('finds the plan in %j', (text) => {
  expect(findReferences([text], attachments)).toEqual([plan]);
  expect(referToAttachments(text, attachments)).toBe(`![x](${toAddress(plan)})`);
});

it('finds no picture that a text does not refer to', () => {
  const text = 'our cup (1).png is ![another](cup.png) `Plan_A & B.PNG`';
  expect(findReferences([text], attachments)).toEqual([]);
  expect(referToAttachments(text, attachments)).toBe(text);
});

const hostile = {
  ...hostileTexts,
  'images in nested quotes': (length: number) => '> - ![x](a.png)'.repeat(length / 15),
  'addresses of parentheses': (length: number) => '](('.repeat(length / 3),
  'addresses in parentheses': (length: number) => `](${'(a)'.repeat(length / 3)}`,
  'addresses without end': (length: number) => '![a](<b'.repeat(length / 7),
};

/** @proves threat:parsers-in-children */
it.each(Object.entries(hostile))('looks for pictures in %s in linear time', async (_, make) => {
  await expectLinear(
    20_000,
    (length) => `![x](our) ${make(length)}`,
    (text) => findReferences([text], attachments),
  );
});

import { Activity } from './activity.ts';
import { AI_ENTITY, aiEntityOf } from './aiRules.ts';

const appearance = { '@type': 'DigitalDocument', name: 'handbook.pdf', abstract: 'A night is paid up to 140 euros.' };
const claim = (position: number, more: object = {}) => ({
  '@type': 'Claim',
  position,
  appearance: { ...appearance, ...more },
});

function labelled(citation: object[], ...further: object[]): Activity {
  const label = { type: AI_ENTITY, '@type': 'Message', '@context': 'https://schema.org' };
  const entities = [{ ...label, additionalType: ['AIGeneratedContent'], citation }, ...further];
  return Activity.parse({ type: 'message', text: 'Up to 140 euros [1].', entities });
}

it('a label with ten citations, each with its abstract, is taken', () => {
  const ten = Array.from({ length: 10 }, (_, index) => claim(index + 1));

  expect(aiEntityOf(labelled(ten))?.citation).toHaveLength(10);
  expect(aiEntityOf(Activity.parse({ type: 'message', text: 'Hello' }))).toBeUndefined();
});

it.each([
  ['eleven citations', labelled(Array.from({ length: 11 }, (_, index) => claim(index + 1)))],
  ['the position 0', labelled([claim(0)])],
  ['a position twice', labelled([claim(1), claim(1)])],
  ['no abstract', labelled([claim(1, { abstract: undefined })])],
  ['an abstract of 161 characters', labelled([claim(1, { abstract: 'x'.repeat(161) })])],
  ['a name of 81 characters', labelled([claim(1, { name: 'x'.repeat(81) })])],
  ['four keywords', labelled([claim(1, { keywords: ['a', 'b', 'c', 'd'] })])],
  ['a url that is none', labelled([claim(1, { url: 'handbook' })])],
  ['two labels', labelled([], { type: AI_ENTITY, '@type': 'Message', '@context': 'https://schema.org' })],
  ['an entity whose properties were lost', Activity.parse({ type: 'message', entities: [{ type: AI_ENTITY }] })],
])('a message with %s is refused', (_what, activity) => {
  expect(() => aiEntityOf(activity)).toThrow(expect.objectContaining({ status: 400 }));
});

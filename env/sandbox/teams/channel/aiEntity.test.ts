import { Activity } from './activity.ts';
import { AI_ENTITY, getAiEntity } from './aiEntity.ts';

const appearance = { '@type': 'DigitalDocument', name: 'handbook.pdf', abstract: 'A night is paid up to 140 euros.' };
const createClaim = (position: number, changes: object = {}) => ({
  '@type': 'Claim',
  position,
  appearance: { ...appearance, ...changes },
});

function createLabeledActivity(citation: object[], ...otherEntities: object[]): Activity {
  const label = { type: AI_ENTITY, '@type': 'Message', '@context': 'https://schema.org' };
  const entities = [{ ...label, additionalType: ['AIGeneratedContent'], citation }, ...otherEntities];
  return Activity.parse({ type: 'message', text: 'Up to 140 euros [1].', entities });
}

it('accepts a label and ten citations with abstracts', () => {
  const citations = Array.from({ length: 10 }, (_, index) => createClaim(index + 1));

  expect(getAiEntity(createLabeledActivity(citations))?.citation).toHaveLength(10);
  expect(getAiEntity(Activity.parse({ type: 'message', text: 'Hello' }))).toBeUndefined();
});

it.each([
  ['eleven citations', createLabeledActivity(Array.from({ length: 11 }, (_, index) => createClaim(index + 1)))],
  ['the position 0', createLabeledActivity([createClaim(0)])],
  ['a position twice', createLabeledActivity([createClaim(1), createClaim(1)])],
  ['no abstract', createLabeledActivity([createClaim(1, { abstract: undefined })])],
  ['an abstract of 161 characters', createLabeledActivity([createClaim(1, { abstract: 'x'.repeat(161) })])],
  ['a name of 81 characters', createLabeledActivity([createClaim(1, { name: 'x'.repeat(81) })])],
  ['four keywords', createLabeledActivity([createClaim(1, { keywords: ['a', 'b', 'c', 'd'] })])],
  ['an invalid url', createLabeledActivity([createClaim(1, { url: 'handbook' })])],
  ['two labels', createLabeledActivity([], { type: AI_ENTITY, '@type': 'Message', '@context': 'https://schema.org' })],
  ['an entity without properties', Activity.parse({ type: 'message', entities: [{ type: AI_ENTITY }] })],
])('rejects a message with %s', (_name, activity) => {
  expect(() => getAiEntity(activity)).toThrow(expect.objectContaining({ status: 400 }));
});

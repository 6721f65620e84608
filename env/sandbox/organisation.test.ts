import { Organisation } from '../../api/contract/organisation.ts';
import organisation from './organisation.json' with { type: 'json' };

it('the sample organisation is one the contract accepts as it stands, with nothing it would drop', () => {
  expect(Organisation.parse(organisation)).toEqual(organisation);
});

it('offers four prompts to begin with', () => {
  expect(organisation.samplePrompts).toHaveLength(4);
});

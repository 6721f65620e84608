import { Organization } from '../../api/contract/organization.ts';
import organization from './organization.json' with { type: 'json' };

it('the sample organization is one the contract accepts as it stands, with nothing it would drop', () => {
  expect(Organization.parse(organization)).toEqual(organization);
});

it('offers four prompts to begin with', () => {
  expect(organization.samplePrompts).toHaveLength(4);
});

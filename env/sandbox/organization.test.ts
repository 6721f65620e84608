import { Organization } from '../../api/contract/organization.ts';
import organization from './organization.json' with { type: 'json' };

it('matches the contract without unknown fields', () => {
  expect(Organization.parse(organization)).toEqual(organization);
});

it('offers four sample prompts', () => {
  expect(organization.samplePrompts).toHaveLength(4);
});

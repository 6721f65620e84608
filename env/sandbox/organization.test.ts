import { Organization } from '../../api/contract/organization.ts';
import organization from './organization.json' with { type: 'json' };

it('matches the contract without unknown fields', () => {
  // Defaults are added; an unknown field would be missing.
  expect(Organization.parse(organization)).toMatchObject(organization);
});

it('offers four sample prompts', () => {
  expect(organization.samplePrompts).toHaveLength(4);
});

import { toggles } from '../../contract/endpoint.ts';
import type { Organization } from '../../contract/organization.ts';
import type { Organizations } from '../organization/organizations.ts';
import { SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS } from '../../contract/text/tokens.ts';
import { buildBasePrompt } from '../answers/prompt/systemPrompt.ts';
import { countTokens } from '../tokens/countTokens.ts';
import type { AvaFunction } from './avaFunction.ts';
import { listGroups, offerFunctions } from './offeredFunctions.ts';

const makeContext = (changes: Partial<Organization['features']> = {}) => {
  const features = { ...Object.fromEntries(toggles.map((name) => [name, true])), ...changes };
  return { organizations: { get: () => ({ features }) as Organization } as unknown as Organizations };
};
const person = { tenantId: 'northwind' };
const getNames = (functions: readonly AvaFunction[]) =>
  functions.map(({ tool }) => (tool.type === 'function' ? tool.function.name : ''));

it('are a closed set: none of them sends, writes or opens an address', () => {
  expect(getNames(offerFunctions(makeContext(), person, 'Hi').functions)).toEqual([
    'find_people',
    'list_meetings',
    'find_files',
    'read_file',
    'search_mail',
    'search_site',
  ]);
});

it('have the size that the memory fullness formula uses', async () => {
  const { functions } = offerFunctions(makeContext(), person, 'Hi');
  const prompt = [buildBasePrompt(true), ...functions.map(({ tool }) => JSON.stringify(tool))].join('\n');
  expect(await countTokens(prompt)).toBe(SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS);
});

it('are those of a group that a question mentions at its start', () => {
  const offer = offerFunctions(makeContext(), person, '[mail] travel costs');
  expect([getNames(offer.functions), offer.text]).toEqual([['search_mail'], 'travel costs']);
  expect(getNames(offerFunctions(makeContext(), person, 'travel costs in [Mail]').functions)).toHaveLength(6);
});

it('follow the toggles of the organization', () => {
  expect(offerFunctions(makeContext({ functionCalling: false }), person, '[Mail] x')).toEqual({
    functions: [],
    text: '[Mail] x',
  });
  expect(listGroups(makeContext({ functionCalling: false }), person)).toEqual([]);
  const few = makeContext({ showMeetingTranscripts: false, knowledgeSearch: false });
  expect(getNames(offerFunctions(few, person, 'Hi').functions)).toEqual([
    'find_people',
    'find_files',
    'read_file',
    'search_mail',
  ]);
});

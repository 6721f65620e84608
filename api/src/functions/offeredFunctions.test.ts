import { toggles } from '../../contract/endpoint.ts';
import type { Organization } from '../../contract/organization.ts';
import type { Organizations } from '../organization/organizations.ts';
import { SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS } from '../../contract/text/tokens.ts';
import { buildBasePrompt } from '../answers/prompt/systemPrompt.ts';
import { countTokens } from '../tokens/countTokens.ts';
import { readTool } from '../mcp/mcpTool.ts';
import type { AvaFunction } from './avaFunction.ts';
import { listGroups, offerFunctions } from './offeredFunctions.ts';

const tool = readTool(
  {
    name: 'Canteen',
    description: undefined,
    url: new URL('https://canteen.example/mcp'),
    headers: {},
    tools: ['menu'],
    passIdentity: false,
    privateNetwork: false,
    timeoutMs: 1_000,
  },
  { name: 'menu', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
);
const makeContext = (changes: Partial<Organization['features']> = {}) => {
  const features = { ...Object.fromEntries(toggles.map((name) => [name, true])), ...changes };
  const refuse = () => Promise.reject(new Error('no system is asked'));
  const isOn = features['tools'] && features['functionCalling'];
  const mcp = { listTools: isOn ? async () => [tool] : refuse, call: refuse };
  return { organizations: { get: () => ({ features }) as Organization } as unknown as Organizations, mcp };
};
const person = { tenantId: 'northwind' };
const getNames = (functions: readonly AvaFunction[]) =>
  functions.map(({ tool }) => (tool.type === 'function' ? tool.function.name : ''));

it('are a closed set: none of them sends, writes or opens an address', async () => {
  const { functions } = await offerFunctions(makeContext({ tools: false }), person, 'Hi');
  expect(getNames(functions)).toEqual([
    'find_people',
    'list_meetings',
    'find_files',
    'read_file',
    'search_mail',
    'search_site',
  ]);
});

it('have the size that the memory fullness formula uses', async () => {
  const { functions } = await offerFunctions(makeContext({ tools: false }), person, 'Hi');
  const prompt = [buildBasePrompt(true), ...functions.map(({ tool }) => JSON.stringify(tool))].join('\n');
  expect(await countTokens(prompt)).toBe(SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS);
});

it('are those of a group that a question mentions at its start', async () => {
  const offer = await offerFunctions(makeContext(), person, '[mail] travel costs');
  expect([getNames(offer.functions), offer.text]).toEqual([['search_mail'], 'travel costs']);
  expect(getNames((await offerFunctions(makeContext(), person, 'travel costs in [Mail]')).functions)).toHaveLength(7);
  expect(getNames((await offerFunctions(makeContext(), person, '[canteen] soup')).functions)).toEqual(['canteen_menu']);
});

it('follow the toggles of the organization', async () => {
  expect(await offerFunctions(makeContext({ functionCalling: false }), person, '[Mail] x')).toEqual({
    functions: [],
    text: '[Mail] x',
  });
  expect(await listGroups(makeContext({ functionCalling: false }), person)).toEqual([]);
  const few = makeContext({ showMeetingTranscripts: false, knowledgeSearch: false, tools: false });
  expect(getNames((await offerFunctions(few, person, 'Hi')).functions)).toEqual([
    'find_people',
    'find_files',
    'read_file',
    'search_mail',
  ]);
});

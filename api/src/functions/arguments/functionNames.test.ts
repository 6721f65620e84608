import { findName } from './functionNames.ts';
import { normalizeCall } from './normalizeCall.ts';

const offered = ['search_site', 'find_files', 'workplace_it-status'];

it.each([
  ['search_site', 'search_site'],
  // The namespace of Harmony, the format of GPT-OSS (ggml-org/llama.cpp#15158).
  ['functions.search_site', 'search_site'],
  // Gemini calls the functions of a request `default_api`.
  ['default_api:search_site', 'search_site'],
  ['default_api.find_files', 'find_files'],
  // Kimi K2 (vllm-project/vllm#46344).
  ['functions.search_site:0', 'search_site'],
  // vllm-project/vllm#32587
  ['search_site<|channel|>commentary', 'search_site'],
  // NousResearch/hermes-agent#701, Tencent/AI-Infra-Guard#360
  ['Search_Site', 'search_site'],
  ['search-site', 'search_site'],
  ['FindFiles', 'find_files'],
  [' find_files ', 'find_files'],
  ['workplace_it_status', 'workplace_it-status'],
  ['send_mail', undefined],
  ['search', undefined],
  ['functions.', undefined],
  ['', undefined],
])('%j means %j', (called, meant) => {
  expect(findName(called, offered)).toBe(meant);
});

it('two functions whose names differ only in separators are called by their exact names', () => {
  const both = ['a_bc', 'ab_c'];
  expect(['a_bc', 'ab_c', 'A_BC'].map((called) => findName(called, both))).toEqual(['a_bc', 'ab_c', undefined]);
});

it.each([
  ['{"words":"x"}', '{"words":"x"}'],
  ['', '{}'],
  ['{"words":', '{}'],
  ['[1,2]', '{}'],
  ['"x"', '{}'],
  ['{"words":"x"}</tool_call>', '{"words":"x"}'],
])('the next request repeats the arguments %j as %s', (sent, repeated) => {
  const call = { id: '1', name: 'functions.search_site', arguments: sent };
  expect(normalizeCall(call, 'search_site')).toEqual({ id: '1', name: 'search_site', arguments: repeated });
});

it('the next request repeats an unknown name with the characters that servers accept', () => {
  const normalize = (name: string) => normalizeCall({ id: '1', name, arguments: '' }, undefined).name;
  expect([normalize('web.search <now>'), normalize('x'.repeat(90)).length, normalize('')]).toEqual([
    'web_search__now_',
    64,
    '_',
  ]);
});

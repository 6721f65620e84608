import { chooseLookedUp } from './lookedUp.ts';

const model = { context_window: 110_000, max_output_tokens: 10_000 };
const file = (id: string, tokens: number) => ({ id, tokens });

describe('the files of a conversation', () => {
  it('are sent whole while they take half of the window at most', () => {
    expect(chooseLookedUp([file('a', 20_000), file('b', 30_000)], model)).toEqual({ lookedUp: [], tokens: 50_000 });
    expect(chooseLookedUp([], model)).toEqual({ lookedUp: [], tokens: 0 });
  });

  it('are looked up, the longest first, until the others fit', () => {
    const files = [file('a', 20_000), file('b', 500_000), file('c', 29_000), file('d', 30_000)];
    expect(chooseLookedUp(files, model)).toEqual({ lookedUp: ['b', 'd'], tokens: 49_000 + 3_600 });
  });

  it('count once, however often they are attached', () => {
    expect(chooseLookedUp([file('a', 30_000), file('a', 30_000)], model)).toEqual({ lookedUp: [], tokens: 30_000 });
  });

  it('are looked up from about a megabyte of text on, however large the window of the model is', () => {
    const large = { context_window: 1_047_576, max_output_tokens: 32_768 };
    expect(chooseLookedUp([file('a', 262_144)], large).lookedUp).toEqual([]);
    expect(chooseLookedUp([file('a', 262_145)], large).lookedUp).toEqual(['a']);
  });

  it('leave room for the conversation in the smallest window', () => {
    const small = { context_window: 4_096, max_output_tokens: 1_024 };
    expect(chooseLookedUp([file('a', 9_000)], small)).toEqual({ lookedUp: ['a'], tokens: 1_536 });
  });

  it('fit into half of a default window if the model is not known', () => {
    expect(chooseLookedUp([file('a', 48_000)], null).lookedUp).toEqual([]);
    expect(chooseLookedUp([file('a', 48_001)], null).lookedUp).toEqual(['a']);
  });
});

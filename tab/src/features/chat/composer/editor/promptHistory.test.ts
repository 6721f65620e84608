import { stepThroughPrompts } from './promptHistory.ts';

const prompts = ['first', 'second', 'second', 'third'];

describe('stepping through prompts', () => {
  it('stops at the oldest prompt', () => {
    expect(stepThroughPrompts(prompts, -1, 'older')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughPrompts(prompts, 0, 'older')).toEqual({ index: 1, prompt: 'second' });
    expect(stepThroughPrompts(prompts, 1, 'older')).toEqual({ index: 2, prompt: 'first' });
    expect(stepThroughPrompts(prompts, 2, 'older')).toBeNull();
  });

  it('ends at the current draft, index -1', () => {
    expect(stepThroughPrompts(prompts, 1, 'newer')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughPrompts(prompts, 0, 'newer')).toEqual({ index: -1, prompt: null });
    expect(stepThroughPrompts(prompts, -1, 'newer')).toBeNull();
  });

  it('has no steps without prompts', () => {
    expect(stepThroughPrompts([], -1, 'older')).toBeNull();
  });
});

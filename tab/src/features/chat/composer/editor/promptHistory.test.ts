import { stepThroughPrompts } from './promptHistory.ts';

const prompts = ['first', 'second', 'second', 'third'];

describe('stepping through prompts', () => {
  it('goes back from the newest to the oldest and stays there', () => {
    expect(stepThroughPrompts(prompts, -1, 'older')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughPrompts(prompts, 0, 'older')).toEqual({ index: 1, prompt: 'second' });
    expect(stepThroughPrompts(prompts, 1, 'older')).toEqual({ index: 2, prompt: 'first' });
    expect(stepThroughPrompts(prompts, 2, 'older')).toBeNull();
  });

  it('goes forward and ends at the current draft, index -1', () => {
    expect(stepThroughPrompts(prompts, 1, 'newer')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughPrompts(prompts, 0, 'newer')).toEqual({ index: -1, prompt: null });
    expect(stepThroughPrompts(prompts, -1, 'newer')).toBeNull();
  });

  it('has nowhere to go in a chat without prompts', () => {
    expect(stepThroughPrompts([], -1, 'older')).toBeNull();
  });
});

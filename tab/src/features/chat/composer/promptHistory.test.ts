import { stepThroughHistory } from './promptHistory.ts';

const prompts = ['first', 'second', 'second', 'third'];

describe('stepping through prompts', () => {
  it('goes back from the newest to the oldest and stays there', () => {
    expect(stepThroughHistory(prompts, -1, 'older')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughHistory(prompts, 0, 'older')).toEqual({ index: 1, prompt: 'second' });
    expect(stepThroughHistory(prompts, 1, 'older')).toEqual({ index: 2, prompt: 'first' });
    expect(stepThroughHistory(prompts, 2, 'older')).toBeNull();
  });

  it('goes forward and ends at the current draft, index -1', () => {
    expect(stepThroughHistory(prompts, 1, 'newer')).toEqual({ index: 0, prompt: 'third' });
    expect(stepThroughHistory(prompts, 0, 'newer')).toEqual({ index: -1, prompt: null });
    expect(stepThroughHistory(prompts, -1, 'newer')).toBeNull();
  });

  it('has nowhere to go in a chat without prompts', () => {
    expect(stepThroughHistory([], -1, 'older')).toBeNull();
  });
});

import { MAX_THOUGHT_CHARACTERS, createThoughtEvents } from './thoughtEvents.ts';

const thought = (text: string, shortened = false) => ({ type: 'thought', thought: text, shortened });

it('passes pieces on as they arrive, without the space before the first', () => {
  const thoughts = createThoughtEvents(null);
  thoughts.startReply();
  expect(['\n', ' Two\n', '\nroads.'].map(thoughts.add)).toEqual([null, thought('Two\n'), thought('\nroads.')]);
});

it('separates the thoughts before and after a function call, and those of a continued answer', () => {
  const thoughts = createThoughtEvents({ text: 'Which file?', shortened: false });
  thoughts.startReply();
  expect(thoughts.add('\nPage 3')).toEqual(thought('\n\nPage 3'));
  expect(thoughts.add(' has it.')).toEqual(thought(' has it.'));
  thoughts.startReply();
  expect(thoughts.add('Done.')).toEqual(thought('\n\nDone.'));
});

it('keeps the beginning of long thoughts and says that they are shortened', () => {
  const whole = createThoughtEvents(null);
  expect(whole.add('x'.repeat(MAX_THOUGHT_CHARACTERS))).toMatchObject({ shortened: false });
  expect(whole.add('y')).toEqual(thought('', true));
  expect(whole.add('z')).toBeNull();
  const cut = createThoughtEvents(null);
  const first = cut.add(`${'x'.repeat(MAX_THOUGHT_CHARACTERS - 1)}😀`);
  expect(first).toEqual(thought('x'.repeat(MAX_THOUGHT_CHARACTERS - 1), true));
  const continued = createThoughtEvents({ text: 'All of it', shortened: true });
  expect(continued.add('more')).toBeNull();
});

import { countContradictions } from './antonyms.ts';

it.each([
  ['When does the last bus leave?', 'The first bus leaves at 6:10.', 1],
  ['When does the last bus leave?', 'The last bus leaves at 23:40.', 0],
  ['When do the first and the last bus leave?', 'The first bus leaves at 6:10.', 0],
  ['How warm is it inside?', 'Outside it was 4 degrees in the morning.', 1],
])('%s %s', (question, sentence, count) => {
  expect(countContradictions(question, sentence)).toBe(count);
});

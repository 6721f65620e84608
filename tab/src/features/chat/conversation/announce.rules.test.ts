import { getNextSentences } from './announce.rules.ts';

it('announces complete sentences', () => {
  const text = 'Trains are **cheap** [1]. Flights are not. And bu';
  const first = getNextSentences(text, 0, false);
  expect(first.words).toBe('Trains are cheap. Flights are not.');
  expect(getNextSentences(text, first.upTo, false).words).toBe('');
  expect(getNextSentences(`${text}ses?`, first.upTo, true).words).toBe('And buses?');
});

it('announces link text and no code', () => {
  expect(getNextSentences('See [the policy](https://northwind.example/p).\n\n```\nx = 1\n```\n', 0, true).words).toBe(
    'See the policy.',
  );
});

import { judgeByRules } from './judgeAnswer.ts';

it.each([
  ['The company spent $1,234 million on it.', ['1,234 million'], 'right'],
  ['Spending came to $1.23 billion [1].', ['1,234 million'], 'right'],
  ['The table says 1,234.', ['1,234 million'], 'right'],
  ['Spending came to 1,334 million.', ['1,234 million'], 'wrong'],
  ['Research 762 740 721', ['740'], 'right'],
  ['Research 1,762 740 721', ['1,762'], 'right'],
  ['It was 2017.', ['2018'], 'wrong'],
  ['A loss of (56) million.', ['-56 million'], 'right'],
  ['The margin was 12.3 percent.', ['12.3 %'], 'right'],
  ['The margin was 12.9 percent.', ['12.3 %'], 'wrong'],
  ['Ines Costa approves it.', ['Ines Costa'], 'right'],
  ['INES COSTA approves it.', ['Ines Costa'], 'right'],
  ['Hugo Brandt approves it.', ['Ines Costa'], 'wrong'],
  ['It ends on March 12, 2026.', ['12 March 2026'], 'right'],
  ['It ends on 12 May 2026.', ['12 March 2026'], 'wrong'],
  ['Amber and Birch are over budget.', ['Amber', 'Birch'], 'right'],
  ['Amber is over budget.', ['Amber', 'Birch'], 'partly'],
  ['None is.', ['Amber', 'Birch'], 'wrong'],
  ['30 days, as of version 3.', ['30 days'], 'right'],
  ['It takes three weeks [2].', ['2 weeks'], 'wrong'],
  ['A hotel costs 140 crowns at most.', ['The limit for a hotel is 140 crowns'], 'right'],
  ['McKinsey got 5,000,000.', ['McKinsey: 5 Million'], 'right'],
  ['The plant makes 40 MWh a day.', ['40 MWh'], 'right'],
])('%s, for the facts %j, is %s', (answer, facts, judgement) => {
  expect(judgeByRules(answer, facts)).toBe(judgement);
});

import { scoreKind, classifyQuestion } from './questionKind.ts';

it.each([
  ['How heavy is the parcel?', 'It weighs 4 kilograms.', 'It is 4 metres long.'],
  ['How high is the shelf?', 'The shelf is 210 cm high.', 'The shelf carries 210 kg.'],
  ['Which temperature does the server room have?', 'It is kept at 19 degrees.', 'It was painted in 2019.'],
  ['How fast may forklifts drive?', 'At most 8 kilometres an hour.', 'The hall is 8 kilometres away.'],
  ['What volume does the tank hold?', 'It holds 300 litres.', 'It holds 300 boxes.'],
  ['Which colour is the badge?', 'The badge is green.', 'The badge is new.'],
  ['Out of which material is the desk?', 'It is made of oak.', 'Much was made of it.'],
  ['In which year was it built?', 'It was built in 1987.', 'It was built on 19 floors.'],
  ['On which day is it closed?', 'It is closed on Mondays.', 'It was closed last year.'],
  ['How many boxes are there?', 'There are 40 boxes.', 'They cost 40 euros and came in 2019 at 8:15.'],
  ['How many euros does it cost?', 'It costs 40 euros.', 'It weighs 40 kilograms.'],
  ['When are wages paid in December?', 'In December on the 18th.', 'Wages are paid in full.'],
  ['When are salaries paid?', 'In the last week of a month.', 'Sick pay is the full salary for 13 weeks.'],
  ['When are salaries paid?', 'With the next month.', 'The refund is paid with the next salary.'],
  ['How large is the debt?', 'It is 7,300 crowns.', 'It is large.'],
  ['Who discovered it?', 'It was found by Linnea Crane.', 'It is called the Bell Rope.'],
  ['How long is the break?', 'The break is 30 minutes.', 'It is cleaned every 30 minutes.'],
  ['Who signs?', 'It is signed by Ada Moreau.', 'It is signed on the last Friday of May.'],
])('%s', (question, answer, other) => {
  const kind = classifyQuestion(question);
  expect(scoreKind(kind, answer, question)).toBeGreaterThan(scoreKind(kind, other, question));
});

import { attribute as a, type RecordFamily } from './recordFamily.ts';

export const transport: RecordFamily[] = [
  {
    name: 'Ferries',
    subject: 'the {n} ferry',
    names: ['Larkspur', 'Kestrel Sound', 'Marram', 'Oysterhall', 'Gannet Point', 'Tidewell'],
    namesakes: ['Larkspire', 'Kestrel Sands', 'Marrow', 'Oysterhill', 'Gannet Port', 'Tidewall'],
    attributes: [
      a(
        'On one crossing {s} carries at most {v} passengers.',
        'How many people fit aboard {s} at once?',
        'On its opening day {s} carried {v} passengers in all.',
        [40, 320],
      ),
      a(
        'In calm water {s} needs {v} minutes from shore to shore.',
        'How long does a trip across on {s} last when the sea is quiet?',
        'With a coach among the vehicles, boarding {s} takes {v} minutes.',
        [11, 95],
      ),
      a('The hull of {s} is painted {v}.', 'Which colour is {s}?', 'The ticket booth of {s} is painted {v}.', [
        'rust red',
        'slate blue',
        'bottle green',
        'signal yellow',
        'ivory',
        'charcoal',
      ]),
      a(
        'Bicycles travel on {s} for {v} crowns each.',
        'What does it cost to take a bike on {s}?',
        'A monthly pass for {s} is sold for {v} crowns.',
        [3, 29],
      ),
      a(
        'The winter service of {s} begins on {v} November.',
        'When does {s} change over to its winter timetable?',
        'The yearly inspection of {s} falls on {v} March.',
        [2, 29],
      ),
      a(
        'The engine of {s} was built by {v}.',
        'Who made the motor that drives {s}?',
        'The life rafts of {s} were supplied by {v}.',
        [
          'Halvorsen & Daughters',
          'Brightwater Works',
          'Osk Marine',
          'Tannery Lane Motors',
          'Pell and Quayle',
          'Nordlys Foundry',
        ],
      ),
    ],
  },
  {
    name: 'Cable Cars',
    subject: 'the {n} cable car',
    names: ['Arvel', 'Stonepine', 'Windgap', 'Felsen', 'Highmeadow', 'Corran'],
    namesakes: ['Arvil', 'Stonepeak', 'Windgate', 'Felsing', 'Highmead', 'Corrin'],
    attributes: [
      a(
        'The rope of {s} is {v} millimetres thick.',
        'What is the diameter of the cable on {s}?',
        'The ice on the masts of {s} was once {v} millimetres thick.',
        [31, 64],
      ),
      a(
        'Each cabin of {s} seats {v} riders.',
        'How many passengers can sit in one gondola of {s}?',
        'The waiting hall of {s} seats {v} riders.',
        [6, 48],
      ),
      a(
        'The top station of {s} stands at {v} metres above the sea.',
        'At what altitude does {s} end?',
        'The valley station of {s} stands at {v} metres above the sea.',
        [820, 2950],
      ),
      a(
        '{s} stops running when gusts exceed {v} kilometres an hour.',
        'From which wind strength on is {s} shut?',
        '{s} may be serviced while gusts stay below {v} kilometres an hour.',
        [41, 92],
      ),
      a(
        'Its brakes are tested by {v}, who looks after {s} all year.',
        'Which person checks the braking system of {s}?',
        'The café at {s} is run by {v}, who came two years ago.',
        ['Tilda Brun', 'Osmo Varga', 'Petra Quist', 'Jory Haldane', 'Nell Abara', 'Ruben Falk'],
      ),
      a(
        'The last ride down on {s} leaves at {v} in the evening.',
        'Until what time can one come back down with {s}?',
        'The last ride up on {s} leaves at {v} in the evening.',
        ['5:10', '5:35', '6:05', '6:40', '7:15', '7:50', '8:20'],
      ),
    ],
  },
  {
    name: 'Bridges',
    subject: '{n} Bridge',
    names: ['Alderwick', 'Tanner', 'Quarry', 'Swallowford', 'Millrace', 'Saltgate'],
    namesakes: ['Alderwyke', 'Tannery', 'Quarrel', 'Swallowfield', 'Millrose', 'Saltgarth'],
    attributes: [
      a(
        'The main span of {s} measures {v} metres.',
        'How long is the central opening of {s}?',
        'The approach road of {s} measures {v} metres.',
        [38, 410],
      ),
      a(
        'Vehicles above {v} tonnes are turned away at {s}.',
        'What is the heaviest lorry that may use {s}?',
        'The rebuilding of {s} took away {v} tonnes of old steel.',
        [7, 44],
      ),
      a(
        '{s} was opened to traffic in {v}.',
        'In which year could people first drive over {s}?',
        'The drawings of {s} were finished in {v}.',
        [1891, 1998],
      ),
      a(
        'The deck of {s} rests on {v} piers.',
        'By how many pillars is the roadway of {s} held up?',
        'Below the deck of {s} hang {v} lamps.',
        [3, 17],
      ),
      a('The architect of {s} was {v}.', 'Who designed {s}?', 'The first toll keeper of {s} was {v}.', [
        'Ilse Marant',
        'Dominic Ashe',
        'Wanda Krol',
        'Emeric Sand',
        'Bettina Low',
        'Aurel Finch',
      ]),
      a(
        'Its bearings are greased every {v} weeks, more often than {s} once needed.',
        'At what interval are the bearings of {s} lubricated?',
        'Its gutters are swept every {v} weeks, which keeps {s} dry.',
        [4, 39],
      ),
    ],
  },
];

import { attribute as a, type RecordFamily } from './recordFamily.ts';

export const nature: RecordFamily[] = [
  {
    name: 'Orchards',
    subject: 'the {n} orchard',
    names: ['Pippin Hill', 'Southbank', 'Rookery', 'Hollins', 'Combe End', 'Quince Lane'],
    namesakes: ['Pippin Hall', 'Southbrook', 'Rockery', 'Hollis', 'Combe Edge', 'Quinsy Lane'],
    attributes: [
      a(
        '{s} counts {v} trees that bear fruit.',
        'How many fruiting trees grow in {s}?',
        '{s} lost {v} trees in the storm.',
        [210, 3400],
      ),
      a(
        'Picking at {s} starts on {v} September.',
        'When does the harvest of {s} begin?',
        'The open day at {s} is on {v} May.',
        [2, 29],
      ),
      a(
        'The main variety at {s} is {v}.',
        'Which sort of apple is grown most in {s}?',
        'The hedge at {s} hides one row of {v}.',
        ['Amber Queen', 'Winter Duke', 'Bell Russet', 'Crimson Late', 'Honey Spire', 'Green Canon'],
      ),
      a(
        '{s} is watered from a pond of {v} cubic metres.',
        'What volume of water does the reservoir of {s} hold?',
        '{s} sells compost from a heap of {v} cubic metres.',
        [300, 5200],
      ),
      a('The bees of {s} belong to {v}.', 'Whose hives stand in {s}?', 'The sheep of {s} belong to {v}.', [
        'Agnes Tull',
        'Bram Coster',
        'Idris Penn',
        'Sunniva Dahl',
        'Gil Amato',
        'Rhea Lund',
      ]),
      a(
        'A crate from {s} is sold at {v} crowns.',
        'What does one pay for a box of fruit from {s}?',
        'A tree at {s} is adopted for {v} crowns.',
        [12, 98],
      ),
    ],
  },
  {
    name: 'Caves',
    subject: '{n} Cave',
    names: ['Whisper', 'Lowfell', 'Glasswing', 'Hermit', 'Owlstone', 'Drumlin'],
    namesakes: ['Whisperer', 'Lowfield', 'Glassling', 'Hermitage', 'Owlstead', 'Drumling'],
    attributes: [
      a(
        'The mapped passages of {s} are {v} metres long.',
        'How far has {s} been surveyed?',
        'The rope kept at {s} is {v} metres long.',
        [640, 9300],
      ),
      a(
        'Inside {s} it is {v} degrees all year round.',
        'How warm is it in {s}?',
        'Outside {s} it was {v} degrees on the day of the survey.',
        [3, 31],
      ),
      a(
        '{s} was found by {v}, who was looking for a lost dog.',
        'Who discovered {s}?',
        '{s} was first photographed by {v}, who carried the plates down.',
        ['Tobias Ferrow', 'Maeve Garland', 'Stellan Moss', 'Edda Brock', 'Piers Holloway', 'Linnea Crane'],
      ),
      a(
        'At most {v} visitors a day are let into {s}.',
        'What is the daily limit of guests in {s}?',
        'On average {v} visitors a day ask about {s} by letter.',
        [24, 260],
      ),
      a(
        'The tallest column in {s} is called {v}.',
        'What is the name of the highest pillar of stone in {s}?',
        'The deepest pool in {s} is called {v}.',
        ['the Bishop', 'the Candle', 'Old Tom', 'the Loom', 'the Sentry', 'the Bell Rope'],
      ),
      a(
        'Bats sleep in {s} from {v} October, when its gate is locked.',
        'From which date on is {s} closed for the bats?',
        'Volunteers clean {s} on {v} April, when its gate is oiled.',
        [3, 28],
      ),
    ],
  },
  {
    name: 'Trails',
    subject: 'the {n} trail',
    names: ['Heron', 'Cairn', 'Bilberry', 'Fox Edge', 'Tarn', 'Juniper'],
    namesakes: ['Herring', 'Cairns', 'Barberry', 'Fox Hedge', 'Tarnish', 'Juno'],
    attributes: [
      a(
        'From end to end {s} is {v} kilometres.',
        'How long is a walk along the whole of {s}?',
        'The bus to {s} goes {v} kilometres.',
        [6, 74],
      ),
      a(
        '{s} climbs {v} metres in all.',
        'What is the total ascent on {s}?',
        '{s} passes within {v} metres of the quarry.',
        [130, 1900],
      ),
      a('{s} is marked with {v}.', 'Which sign shows the way on {s}?', 'The huts on {s} are marked with {v}.', [
        'a white heron',
        'two red bars',
        'a blue square',
        'a yellow arrow',
        'three green dots',
        'an orange ring',
      ]),
      a(
        'The shelter on {s} sleeps {v}.',
        'How many hikers can spend the night in the hut on {s}?',
        'The car park of {s} takes {v}.',
        [5, 60],
      ),
      a('{v} repairs the footbridges of {s}.', 'Who mends the little bridges along {s}?', '{v} drew the map of {s}.', [
        'Torben Skaar',
        'Alma Whitlow',
        'Ruth Inglis',
        'Dario Conti',
        'Fenna Visser',
        'Noor Haddon',
      ]),
      a(
        'Snow closes {s} for {v} weeks in a usual year.',
        'How long is {s} normally shut in winter?',
        'Lambing closes one field of {s} for {v} weeks in a usual year.',
        [3, 26],
      ),
    ],
  },
];

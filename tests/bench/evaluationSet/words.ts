const split = (text: string) => text.trim().split(/\s*[;\n]\s*/);

export const ORGANIZATION = 'Brackmoor Industries';
export const firstNames = split('Maren; Tobias; Ilse; Ruben; Carla; Anton; Selma; Victor; Nadia; Oskar');
export const lastNames = split(
  'Vandermeer; Okonjo; Lindell; Ferraz; Hallward; Petrov; Sandoval; Quist; Ardent; Moravec',
);
export const cities = split('Dunmere; Port Hollis; Kessing; Larkfield; Ostrava Point');
export const departmentNames = split(
  'Facilities; Procurement; Human Resources; Information Technology; Legal; Marketing; Logistics; Research; Quality; Treasury',
);
export const suppliers = split('Arkwell; Bellside; Corvane; Delmoor; Estrane; Farrow & Lyle');
export const contractedThings = split(
  'cleaning; forklift rental; network lines; translation; catering; security guards; solvent disposal; packaging; software maintenance; vehicle leasing; laboratory supplies; temporary staff',
);
export const projectNames = split(
  'Heron; Osprey; Kestrel; Plover; Dunlin; Curlew; Bittern; Avocet; Gannet; Merlin; Siskin; Wheatear; Redstart; Linnet; Fulmar; Petrel; Turnstone; Sandpiper; Nuthatch; Waxwing',
);
export const purposes = split(`
  replaces the time clocks of all plants
  moves the archive of drawings into a digital library
  renews the sprinklers of the Dunmere warehouse
  introduces electronic signatures for purchase orders
  joins the two payroll systems
  builds a test bench for respirators
  opens a web shop for tape samples
  replaces diesel forklifts with electric ones
  measures the solvents in the exhaust air continuously
  trains shift leaders in first aid
  consolidates the freight carriers in Europe
  renews the firewalls of the plants
  rewrites the customer complaint process
  adds a second loading ramp at Port Hollis
  replaces the treasury workstation
  sets up a library of standard contracts
  rolls out tablets on the packing lines
  recycles edge trim of the film lines
  moves the intranet to a new platform
  certifies the Kessing laboratory
`);
/** Why a project is late, with the words that an answer needs. */
export const causes = split(`
  the wiring of the old gates had asbestos | asbestos
  the scanner jammed on oversized sheets | oversized
  the fire authority asked for larger tanks | tanks
  the works council rejected the first draft | works council
  two tax tables could not be converted | tax tables
  the pressure sensor was recalled | sensor
  the payment provider changed its terms | payment provider
  the charging cabinets arrived without plugs | plugs
  the calibration gas was held at customs | calibration gas
  the trainers fell ill | trainers
  a carrier went bankrupt | bankrupt
  the spare firewalls were stolen | stolen
  the pilot group was reorganized | reorganized
  the soil under the ramp was too soft | soil
  the bank changed its file format | file format
  the outside counsel withdrew | counsel
  gloves do not work on the chosen screens | gloves
  the shredder failed its safety check | shredder
  the search index had to be rebuilt | search index
  the auditor postponed the visit | auditor
`).map((line) => line.split(' | '));

/** A rule of a policy. `values` are those of the editions of 2021, 2023 and 2025; the latest one is in force. */
export interface Rule {
  policy: string;
  heading: string;
  /** With `{}` for the value. */
  text: string;
  values: readonly [string, string, string];
  question: string;
}

export const policies = [
  'Travel Policy',
  'Remote Work Policy',
  'Procurement Policy',
  'Information Security Policy',
  'Leave Policy',
] as const;

const toRule = (policy: string, heading: string, text: string, values: string, question: string): Rule => {
  const [first = '', second = '', third = ''] = values.split('; ');
  return { policy, heading, text, values: [first, second, third], question };
};

export const rules: readonly Rule[] = [
  toRule('Travel Policy', 'Hotels', 'A night in a hotel is refunded up to {}.', '$140; $165; $190', 'What is the most that is refunded for a night in a hotel at present?'),
  toRule('Travel Policy', 'Meals', 'The daily allowance for meals is {}.', '$38; $44; $52', 'Which daily allowance for meals applies now?'),
  toRule('Travel Policy', 'Private cars', 'The use of a private car is refunded with {} a mile.', '54 cents; 58 cents; 67 cents', 'How many cents a mile does an employee get today for using a private car?'),
  toRule('Travel Policy', 'Receipts', 'Receipts are handed in within {} of the return.', '60 days; 45 days; 30 days', 'Within how many days must receipts of a trip be handed in under the current rules?'),
  toRule('Remote Work Policy', 'Days', 'Staff can work from home on up to {} a week.', '1 day; 2 days; 3 days', 'On how many days a week can staff work from home at present?'),
  toRule('Remote Work Policy', 'Abroad', 'Work from another country is limited to {} a year.', '10 days; 15 days; 25 days', 'How long can one work from another country each year, as of now?'),
  toRule('Remote Work Policy', 'Equipment', 'The allowance for a desk and a chair at home is {}.', '$250; $300; $420', 'How high is the allowance for furniture at home today?'),
  toRule('Remote Work Policy', 'Core hours', 'Everyone can be reached from {}.', '9:00 to 15:00; 9:30 to 15:30; 10:00 to 14:30', 'Between which hours does everyone have to be reachable now?'),
  toRule('Procurement Policy', 'Quotations', 'Three quotations are needed from an order of {}.', '$5,000; $8,000; $12,000', 'From which order value on are three quotations needed today?'),
  toRule('Procurement Policy', 'Signature', 'A head of department signs orders up to {}.', '$40,000; $60,000; $75,000', 'Up to which amount does a head of department sign orders at present?'),
  toRule('Procurement Policy', 'Payment', 'Invoices of suppliers are paid within {}.', '60 days; 45 days; 35 days', 'After how many days at the latest are invoices of suppliers paid now?'),
  toRule('Procurement Policy', 'Gifts', 'Gifts of suppliers are declined from a value of {}.', '$50; $35; $25', 'From which value on does staff have to decline gifts of suppliers now?'),
  toRule('Information Security Policy', 'Passwords', 'A password has at least {}.', '10 characters; 12 characters; 16 characters', 'How long must a password be today?'),
  toRule('Information Security Policy', 'Lost devices', 'The loss of a device is reported within {}.', '24 hours; 8 hours; 2 hours', 'Within what time must the loss of a device be reported now?'),
  toRule('Information Security Policy', 'Screen lock', 'A screen locks itself after {}.', '15 minutes; 10 minutes; 4 minutes', 'After how many minutes does a screen lock itself under the present rules?'),
  toRule('Information Security Policy', 'Logs', 'Access logs are kept for {}.', '30 days; 90 days; 180 days', 'How long are access logs kept at present?'),
  toRule('Leave Policy', 'Annual leave', 'Full-time staff have {} of annual leave.', '22 days; 24 days; 27 days', 'How many days of annual leave do full-time staff have now?'),
  toRule('Leave Policy', 'Carry-over', 'Up to {} can be carried over to the next year.', '10 days; 8 days; 5 days', 'How many days of leave can be carried over today?'),
  toRule('Leave Policy', 'Sick leave', 'A doctor’s certificate is needed from the {} of an illness.', '2nd day; 3rd day; 4th day', 'From which day of an illness on is a certificate of a doctor needed at present?'),
  toRule('Leave Policy', 'Parents', 'Parents have {} of paid leave after a birth.', '8 weeks; 12 weeks; 18 weeks', 'How many weeks of paid leave do parents get after a birth now?'),
]; // prettier-ignore

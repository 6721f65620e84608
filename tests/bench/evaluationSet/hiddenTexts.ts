/** A text in a file whose name does not fit its content, and the question about it. */
export interface MisplacedText {
  file: string;
  text: string;
  question: string;
  answer: string;
}

const inFile = (file: string, text: string, question: string, answer: string): MisplacedText => ({
  file,
  text,
  question,
  answer,
});

export const misplacedTexts: readonly MisplacedText[] = [
  inFile('Canteen Menu Autumn.pdf', 'The code of the car park gate in Dunmere is changed on the first Monday of each quarter.', 'When is the code of the car park gate in Dunmere changed?', 'first Monday of each quarter'),
  inFile('Canteen Menu Autumn.pdf', 'Lost keys of lockers are replaced by the reception for 18 dollars.', 'What does the replacement of a lost locker key cost?', '18'),
  inFile('Summer Party Photos.pdf', 'The emergency generator in Kessing runs for 36 hours with a full tank.', 'For how long does the emergency generator in Kessing run with a full tank?', '36 hours'),
  inFile('Summer Party Photos.pdf', 'Visitors of the film plant wear ear protection of class 3.', 'Which class of ear protection do visitors of the film plant wear?', '3'),
  inFile('Choir Rehearsals.pdf', 'Pallets for Port Hollis are stacked at most 5 layers high.', 'How many layers high are pallets for Port Hollis stacked at most?', '5'),
  inFile('Choir Rehearsals.pdf', 'The weighbridge in Larkfield is calibrated every 14 months.', 'How often is the weighbridge in Larkfield calibrated?', '14 months'),
  inFile('Logo Guidelines.pdf', 'Solvent drums are grounded before they are opened; the cable is checked by Ruben Ardent.', 'Who checks the cable with which solvent drums are grounded?', 'Ruben Ardent'),
  inFile('Logo Guidelines.pdf', 'Samples for customs are kept for 19 months.', 'For how long are samples for customs kept?', '19 months'),
  inFile('Bicycle Leasing.pdf', 'The night shift of the adhesives plant begins at 21:40.', 'At what time does the night shift of the adhesives plant begin?', '21:40'),
  inFile('Bicycle Leasing.pdf', 'Returned respirators are stored in hall 7.', 'In which hall are returned respirators stored?', '7'),
  inFile('Birthday Calendar.pdf', 'The patent on the release liner expires in 2031.', 'When does the patent on the release liner expire?', '2031'),
  inFile('Birthday Calendar.pdf', 'Complaints about tapes are answered within 3 working days.', 'Within how many working days are complaints about tapes answered?', '3'),
  inFile('Parking Lottery.pdf', 'The cold store of the laboratory is kept at 6 degrees.', 'At what temperature is the cold store of the laboratory kept?', '6'),
  inFile('Parking Lottery.pdf', 'Apprentices of the quality team rotate every 11 weeks.', 'How often do the apprentices of the quality team rotate?', '11 weeks'),
  inFile('Yoga Course.pdf', 'Customer samples of sealants weigh 250 grams.', 'How heavy are customer samples of sealants?', '250'),
  inFile('Yoga Course.pdf', 'Wastewater of the coating line is tested on Tuesdays and Fridays.', 'On which days is the wastewater of the coating line tested?', 'Tuesdays; Fridays'),
  inFile('Coffee Machines.pdf', 'Trucks to Ostrava Point are loaded at ramp 12.', 'At which ramp are trucks to Ostrava Point loaded?', '12'),
  inFile('Coffee Machines.pdf', 'The export license for filtration membranes was issued on 9 May 2024.', 'When was the export license for filtration membranes issued?', '9 May 2024'),
  inFile('Lost and Found.pdf', 'Fire doors are inspected by Selma Quist.', 'Who inspects the fire doors?', 'Selma Quist'),
  inFile('Lost and Found.pdf', 'The minimum order for reflective films is 480 square meters.', 'How large is the smallest order for reflective films?', '480'),
]; // prettier-ignore

/**
 * Questions that share no important word with the text that answers them, and that text, which is part of a notice to
 * the staff.
 */
export const semanticTexts: readonly Omit<MisplacedText, 'file'>[] = [
  ['Employees who retire keep their e-mail account for 90 days.', 'Until when can someone who stops working because of age still read messages sent to the company?', '90 days'],
  ['Beverages in meeting rooms are ordered from the canteen at extension 5512.', 'Which number do I dial to have drinks brought to a conference?', '5512'],
  ['A damaged badge is exchanged at the security desk in building 4.', 'Where do I get a new entry card if mine is broken?', 'building 4'],
  ['Staff donate blood during working time twice a year.', 'How often am I allowed to go to the Red Cross while on the clock?', 'twice'],
  ['The works physician is in Larkfield on Wednesdays.', 'When does the company doctor see people?', 'Wednesdays'],
  ['Dogs are allowed in offices on the ground floor only.', 'On what level can I bring my pet along?', 'ground floor'],
  ['Overtime is compensated with free time at a rate of 1.25.', 'By what factor do additional hours turn into hours off?', '1.25'],
  ['Newcomers are mentored by a colleague for 16 weeks.', 'How long does an experienced person accompany a recruit?', '16 weeks'],
  ['Unused monitors are collected by the storekeeper Nadia Petrov.', 'Who takes back screens that nobody needs?', 'Nadia Petrov'],
  ['The lactation room is on floor 3 of the headquarters.', 'Where can a nursing mother withdraw at the main building?', 'floor 3'],
  ['Bicycles can be charged free of cost behind hall 2.', 'At what spot is there power for my e-bike?', 'hall 2'],
  ['Photographs of production lines are permitted with the consent of Victor Lindell.', 'Whom do I ask before taking pictures of the machines?', 'Victor Lindell'],
  ['Retired laptops are sold to staff in November.', 'In what month can workers buy used computers?', 'November'],
  ['The company pays 60 percent of a language course.', 'What share of the fee for learning Spanish is taken over by the employer?', '60'],
  ['Jubilee bonuses are paid after 25 years.', 'When does long service earn me extra money?', '25 years'],
  ['Snow is cleared from the yard before 5:45.', 'By what time in winter are the paths free?', '5:45'],
  ['Confidential paper goes into the gray containers.', 'Which color is the bin for secret documents?', 'gray'],
  ['In an evacuation, people gather at the flagpoles.', 'Where do we meet when the building has to be left in an emergency?', 'flagpoles'],
  ['Bereavement leave is 4 days.', 'How much time off is there if a parent dies?', '4 days'],
  ['Season tickets for trains are subsidized with 35 dollars a month.', 'How much does the firm add to my commuter pass?', '35'],
].map(([text = '', question = '', answer = '']) => ({ text, question, answer })); // prettier-ignore

/** Questions that no file answers, although some files have the same words. */
export const unanswerableQuestions: readonly string[] = [
  'How many seats does the company aircraft have?',
  'What is the hotel limit for trips to the moon base?',
  'Who won the chess tournament of the Kessing plant?',
  'What does Project Cormorant cost?',
  'Who manages Project Albatross?',
  'How many contracts does Brackmoor have with Zephyrion?',
  'What salary does the head of Procurement have?',
  'How high is the allowance for swimwear?',
  'What were the net sales of the Brackmoor toy division in 2018?',
  'How much did Brackmoor pay for the takeover of Ellerby Glass?',
  'Which color are the new forklifts?',
  'What is the password of the guest network?',
  'How many shares does Maren Vandermeer hold?',
  'When will the plant in Reykjavik be opened?',
  'What did the management meeting of May 2031 decide?',
  'Which airline does the Travel Policy prescribe?',
  'How many people visited the Brackmoor museum?',
  'What is the shoe size limit of the safety shoes program?',
  'Who designed the fountain in front of the headquarters?',
  'Which union called the strike of 2012?',
];

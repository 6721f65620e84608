import { answerFromPassages, NOT_IN_TEXT } from './answer.ts';
import { contract, handbook } from '../handbook.fixture.ts';

const ask = (...turns: string[]) => answerFromPassages(handbook, turns, { concise: false });

describe('answering from the handbook', () => {
  it('quotes the sentence with its location and citation', () => {
    expect(ask('How many days of annual leave do I get?')).toBe(
      'Handbook.pdf says on page 1: “Full-time staff are entitled to 28 days of annual leave each calendar year.” [1]',
    );
  });

  it.each([
    ['Who approves journeys over 2,000 euros?', 'Ada Moreau'],
    ['Who approves expensive trips over 2000 euros?', 'Ada Moreau'],
    ['When was the building opened?', '2011'],
    ['Who opened the building?', 'by the mayor'],
    ['When do I need a doctor’s certificate?', 'fourth day'],
    ['Why is sick pay paid in full?', 'insures'],
    ['How much may a hotel cost in Zurich?', '190 euros'],
    ['Is first class reimbursed?', 'not reimbursed'],
    ['How many days of vacation do I get?', '28 days'],
    ['When is the reimbursement paid?', 'next salary'],
    ['What is the reimbursment deadline for receipts?', '30 days'],
    ['Where do visitors sign in?', 'ground floor'],
    ['What are the core hours?', '10 a.m. to 3 p.m.'],
    ['Whom do I call when I lose my device?', '4477'],
    ['How long may I work from abroad?', '20 days'],
    ['until when can I carry over unused leave', '31 March'],
    ['How often may I work from home?', 'three days'],
    ['can i share my password with the service desk', 'never shared'],
    ['Who is Dev Raman?', 'Dev Raman'],
  ])('%s', (question, expected) => {
    const answer = ask(question);
    expect(answer).toContain(expected);
    expect(answer.match(/\[\d\]/g)?.length).toBeLessThanOrEqual(4);
  });

  it.each([
    'What is the capital of Mongolia?',
    'Who won the world cup in 1998?',
    'How do I bake sourdough bread?',
    'What does the handbook say about pets?',
    'When was Ada Moreau born?',
    'How many employees does the studio have?',
    'What is the parental leave policy?',
  ])('says that the text has no answer: %s', (question) => {
    expect(ask(question)).toBe(NOT_IN_TEXT);
  });

  it('prefers the sentence that defines the term', () => {
    expect(ask('What is a security key?')).toMatch(/^Handbook\.pdf says on page 5: “A security key is a small device/);
  });

  it('quotes a whole list, each item with its citation', () => {
    expect(ask('What do new starters receive?')).toBe(
      'Handbook.pdf says on page 4: “New starters receive:” [4]\n\n' +
        '- a laptop with a docking station [4]\n- a headset [4]\n- a security key [4]',
    );
  });

  it('understands a turn that depends on the one before', () => {
    expect(ask('How many days of annual leave do full-time staff get?', 'And part-time staff?')).toContain('14 days');
    expect(ask('How long may I work from abroad?', 'Why is that?')).toContain('tax');
  });

  it('answers a new question without the words of earlier turns', () => {
    expect(ask('How many days of annual leave do I get?', 'What is the weather in Lisbon?')).toBe(NOT_IN_TEXT);
  });

  it('answers both parts of a double question, and names the part without an answer', () => {
    const both = ask('What is the hotel limit and who approves large journeys?');
    expect(both).toContain('190 euros');
    expect(both).toContain('Ada Moreau');
    expect(ask('How much may a hotel cost? Who painted the lobby?')).toMatch(
      /140 euros.*\n\nIt doesn't answer “Who painted the lobby\?”\.$/s,
    );
  });

  it('gives one quotation if the answer should be concise', () => {
    expect(answerFromPassages(handbook, ['Tell me about remote work'], { concise: true }).match(/“/g)).toHaveLength(1);
  });

  it('summarizes the text if the question has no subject', () => {
    expect(ask('What does it say?')).toMatch(/^- .*\[1\]\n- /);
  });
});

describe('answering in another language', () => {
  it.each([
    ['Wie lang ist die Kündigungsfrist?', '“Die Kündigungsfrist beträgt drei Monate zum Ende eines Quartals.” [7]'],
    ['Wer leitet die Abteilung?', '“Frau Dr. Brandt leitet die Abteilung seit 2019.” [7]'],
    ['Wann ist der Mietzins fällig?', '“Der Mietzins ist am 3. Oktober fällig.” [7]'],
  ])('answers %s with the quotation only', (question, answer) => {
    expect(answerFromPassages(contract, [question], { concise: false })).toBe(answer);
  });
});

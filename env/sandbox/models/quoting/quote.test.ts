import { handbook } from './handbook.fixture.ts';
import { isRefusal, quote, quoteText } from './quote.ts';

const ask = (question: string, earlier?: string) => quote(handbook, question, earlier);

describe('a quotation from the handbook', () => {
  it('has the name of the file, the place and the citation', () => {
    expect(ask('How many days of annual leave do full-time staff get?')).toBe(
      'Handbook.pdf, page 1: “Full-time staff are entitled to 28 days of annual leave each calendar year.” [1]',
    );
  });

  it.each([
    ['Who approves journeys over 2,000 euros?', 'Ada Moreau'],
    ['When was the building opened?', '2011'],
    ['When do I need a doctor’s certificate?', 'fourth day'],
    ['Is first class reimbursed?', 'not reimbursed'],
    ['Where do visitors sign in?', 'ground floor'],
    ['What are the core hours?', '10 a.m. to 3 p.m.'],
    ['Until when can unused days be carried over?', '31 March'],
    ['How often may I work from home?', 'three days'],
    ['Who is Dev Raman?', 'Dev Raman'],
    ['How much money can I spend on a hotel?', '140 euros'],
    ['Who has to approve a journey of 3,500 euros?', 'Ada Moreau'],
    ['How long do I have to keep working from abroad?', '20 days'],
    ['Do I need a receipt or invoice after the journey?', 'within 30 days'],
  ])('is the sentence with most words of the question: %s', (question, expected) => {
    expect(ask(question)).toContain(expected);
    expect(isRefusal(ask(question))).toBe(false);
  });

  it.each([
    'What is the capital of Mongolia?',
    'Who won the world cup in 1998?',
    'When was Ada Moreau born?',
    'What does the handbook say about pets?',
    'When does the lease of the building end?',
  ])('is refused if too little of the question is in a sentence: %s', (question) => {
    expect(isRefusal(ask(question))).toBe(true);
  });

  it('names the closest passage after a refusal, and the wording of the refusal does not contradict the passage', () => {
    expect(ask('When was Ada Moreau born?')).toBe(
      'I found no sentence close enough to your question. Closest passage: Handbook.pdf, page 3: “Journeys over 2,000 euros are approved by Ada Moreau, who leads Finance.” [3]',
    );
    expect(ask('How deep is the sea?')).toBe('I found no sentence close enough to your question.');
  });

  it('is the whole list if the question matches only the line that introduces it', () => {
    const items = ask('What do new starters receive?').split('\n\n');
    expect(items).toEqual(
      ['a laptop with a docking station', 'a headset', 'a security key'].map(
        (item) => `Handbook.pdf, page 4: “${item}” (New starters receive) [4]`,
      ),
    );
  });

  it('has a sentence for each part of a question', () => {
    const both = ask('How many days of annual leave do I have, and when is the reimbursement paid?');
    expect(both).toContain('28 days');
    expect(both).toContain('next salary');
    expect(ask('Who painted the lobby? How much may a hotel cost?')).toMatch(
      /140 euros.*\n\nI found no sentence close enough to “Who painted the lobby”\.$/,
    );
  });

  it('uses the words of the question before if the question has fewer than two', () => {
    expect(ask('And part-time staff?', 'How many days of annual leave do full-time staff get?')).toContain('14 days');
    expect(ask('In Zurich?', 'How much may a hotel cost?')).toContain('190 euros');
  });

  it('can be demanded by a test, and is refused if no passage has the text', () => {
    expect(quoteText(handbook, 'Up to 5 unused days may be carried over')).toBe(
      'Handbook.pdf, page 1: “Up to 5 unused days may be carried over” [1]',
    );
    expect(isRefusal(quoteText(handbook, 'Up to 6 unused days'))).toBe(true);
  });
});

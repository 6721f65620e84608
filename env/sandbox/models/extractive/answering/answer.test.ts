import { answerFromPassages } from './answer.ts';
import { isRefusal } from './refusal.ts';
import { contract, handbook } from '#sandbox/models/extractive/handbook.fixture.ts';

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
    'When are salaries paid?',
  ])('says that the text has no answer: %s', (question) => {
    expect(ask(question)).toMatch(/^I found nothing about “/);
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
    expect(ask('How many days of annual leave do I get?', 'What is the weather in Lisbon?')).toBe(
      'I found nothing about “weather in Lisbon”.',
    );
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

describe('a refusal', () => {
  it('names what is missing and quotes the closest passage with its citation', () => {
    expect(ask('What is the parental leave policy?')).toBe(
      'I found nothing about “parental leave policy”. Closest passage: Handbook.pdf, page 1: ' +
        '“Full-time staff are entitled to 28 days of annual leave each calendar year.” [1]',
    );
  });

  it.each([
    ['When does the lease end?', 'lease'],
    ['How many employees does the studio have?', 'employees'],
    ['Who painted the lobby?', 'painted the lobby'],
  ])('%s names “%s”', (question, topic) => {
    expect(ask(question)).toMatch(new RegExp(`^I found nothing about “${topic}”\\.`));
  });
});

describe('answering from other texts', () => {
  const askText = (text: string, question: string) =>
    answerFromPassages([{ n: 1, source: 'Notes.docx', location: '', text }], [question], { concise: false });

  it('answers from a table, with the names of its columns', () => {
    const table = '| Department | Budget 2027 |\n| --- | --- |\n| Design | 2.3 million |\n| Marketing | 0.9 million |';
    expect(askText(table, 'What is the budget of Marketing?')).toBe(
      'Notes.docx says: “Marketing | 0.9 million” (Department | Budget 2027) [1]',
    );
    expect(askText('Marketing | 0.9 million\nDesign | 2.3 million', 'How much does Marketing get?')).toBe(
      'Notes.docx says: “Marketing | 0.9 million” [1]',
    );
  });

  it('quotes the whole table if the question names none of its rows', () => {
    const table = 'Approval limits\n| Role | Limit in crowns |\n| Team lead | 1,500 |\n| Head of finance | 75,000 |';
    expect(askText(table, 'What are the approval limits?')).toBe(
      'Notes.docx has a table (Role | Limit in crowns):\n\n- Team lead | 1,500 [1]\n- Head of finance | 75,000 [1]',
    );
  });

  it('knows the headings above a section from its location', () => {
    const toSection = (n: number, location: string, text: string) => ({ n, source: 'Bands.docx', location, text });
    const sections = [
      toSection(1, 'section Salary bands 2027', 'These bands are known to the head of finance.'),
      toSection(2, 'section Salary bands 2027 › Band C', 'Band C runs from 52,400 to 61,900 crowns a year.'),
    ];
    const answer = answerFromPassages(sections, ['From where to where does salary band C run?'], { concise: false });
    expect(answer).toContain('52,400');
  });

  it('reads only the files that the question names', () => {
    const files = [
      { n: 1, source: 'Annual Leave.docx', location: '', text: 'The office closes at noon on 24 December.' },
      {
        n: 2,
        source: 'Budget 2027.pdf',
        location: '',
        text: 'The office costs 41 crowns.\nEverybody has 28 days of annual leave.',
      },
    ];
    const askFiles = (question: string) => answerFromPassages(files, [question], { concise: false });
    expect(askFiles('What does Budget 2027 say about the office?')).toContain('41 crowns');
    expect(askFiles('What does Annual Leave.docx say about the office?')).toContain('noon');
    expect(askFiles('How many days of annual leave do I have?')).toContain('28 days');
    expect(askFiles('How many days of Annual Leave do I have?')).toContain('28 days');
  });

  it('quotes the whole table even if a sentence introduces it', () => {
    const rows = ['Team lead | 1,500', 'Head of department | 12,000', 'Head of finance | 75,000'];
    const text = `Approval limits\nThe table says who may approve how much.\n\nRole | Limit\n${rows.join('\n')}`;
    const answer = askText(text, 'What are the approval limits?');
    for (const row of rows) expect(answer).toContain(row);
  });

  it('does not answer about the lease from a sentence about the loan', () => {
    const loan = 'The loan for the Mill building ends in 2031. Interest is paid every quarter.';
    expect(isRefusal(askText(loan, 'When does the lease of the Mill end?'))).toBe(true);
    expect(askText(loan, 'When does the loan for the Mill end?')).toContain('ends in 2031');
    const both = `${loan} The lease of the Mill runs until 31 August 2029.`;
    expect(askText(both, 'When does the lease of the Mill end?')).toBe(
      'Notes.docx says: “The lease of the Mill runs until 31 August 2029.” [1]',
    );
  });

  it.each([
    ['A dinner with a client is refunded up to 55 crowns. Alcohol is never refunded.', 'Alcohol is never'],
    ['Dinners are refunded up to 55 crowns. However, this needs a receipt.', 'However, this'],
    ['A dinner is refunded up to 55 crowns. It is only paid for clients.', 'It is only'],
  ])('adds the next sentence if it restricts the answer: %s', (text, restriction) => {
    expect(askText(text, 'How much is refunded for a dinner?')).toContain(restriction);
  });

  it('adds no neighbor that is about something else', () => {
    const text = 'A dinner is refunded up to 55 crowns. Only Ada Moreau has a key to the vault.';
    expect(askText(text, 'How much is refunded for a dinner?')).not.toContain('vault');
  });

  it('quotes the beginning of the section that the question names', () => {
    expect(ask('What does the text say about travel and expenses?')).toContain('Receipts are handed in within 30 days');
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

it('names the turn of a transcript that it quotes', () => {
  const turn = {
    n: 1,
    source: 'Review.txt',
    location: '0:06 to 0:12, Ben Okafor',
    text: 'The roof needs 38,500 crowns.',
  };
  expect(answerFromPassages([turn], ['What does the roof need?'], { concise: false })).toBe(
    'Review.txt says from 0:06 to 0:12, Ben Okafor: “The roof needs 38,500 crowns.” [1]',
  );
});

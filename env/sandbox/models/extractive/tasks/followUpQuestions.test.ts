import { isRefusal } from '#sandbox/models/extractive/answering/refusal.ts';
import { getReplyText, passages, system, user } from '#sandbox/models/extractive/replies.fixture.ts';

const runTask = (name: string, ...turns: string[]) =>
  getReplyText(system(`You help.\nTask: ${name}`), ...turns.map(user));

describe('follow-up questions', () => {
  it('creates three short questions that the passages can answer', () => {
    const text = getReplyText(
      system(`Task: follow-up questions\n${passages}`),
      user('How many days of annual leave do I get?'),
    );
    const questions: unknown = JSON.parse(text);
    expect(questions).toEqual([
      'What does the text say about security?',
      'What does the text say about sick leave?',
      'What does the text say about travel and expenses?',
    ]);
  });

  it('suggests only questions that it answers from the same passages with something new', () => {
    const question = 'How many days of annual leave do I get?';
    const answer = getReplyText(system(passages), user(question));
    const reply = getReplyText(
      system('Task: follow-up questions'),
      user(question),
      { role: 'assistant', content: answer },
      user(`${passages}\nSuggest the questions.`),
    );
    const questions = JSON.parse(reply) as string[];
    expect(questions).toHaveLength(3);
    for (const next of questions) {
      const nextAnswer = getReplyText(
        system(passages),
        user(question),
        { role: 'assistant', content: answer },
        user(next),
      );
      expect(isRefusal(nextAnswer)).toBe(false);
      expect(nextAnswer).not.toBe(answer);
    }
  });

  it('suggests no question about a text that has one sentence, and without a text only what it can answer', () => {
    const short = '<passage n="1" source="a.txt" place="">The code is 7.</passage>';
    expect(JSON.parse(getReplyText(system(`Task: follow-up questions\n${short}`), user('What is the code?')))).toEqual(
      [],
    );
    const questions = JSON.parse(runTask('follow-up questions', 'hello')) as string[];
    expect(questions).toHaveLength(3);
    for (const question of questions) expect(getReplyText(user(question))).not.toMatch(/^I can't/);
  });
});

import { getReplyText, passages, system, user } from '#sandbox/models/extractive/replies.fixture.ts';
import { INTRODUCTION } from './plainChat.ts';

describe('the model without a text to quote', () => {
  it('greets, responds to thanks and introduces itself', () => {
    expect(getReplyText(user('Hello AVA!'))).toMatch(/^Hello! /);
    expect(getReplyText(user('Thanks!'))).toBe('You are welcome.');
    expect(getReplyText(user('What can you do?'))).toContain(INTRODUCTION);
    expect(getReplyText(system(passages), user('hi'))).toMatch(/^Hello! /);
  });

  it.each([
    ['Write an e-mail to Ben about the budget', "I can't write messages:"],
    ['Translate this into German: good morning', "I can't translate:"],
    ['Write a Python function that sorts a list', "I can't write code:"],
    ['Rewrite this sentence so that it is friendly', "I can't rewrite text:"],
    ['What is the meaning of life?', "I can't answer that without a text:"],
  ])('says honestly what it cannot do, what it can, and how to connect a real model: %s', (message, opening) => {
    const reply = getReplyText(user(message));
    expect(reply).toContain(opening);
    expect(reply).toContain('Attach a file');
    expect(reply).toContain('OPENAI_BASE_URL');
  });

  it('explains how to connect a real model', () => {
    expect(getReplyText(user('How do I connect a real model?'))).toMatch(/^To connect a real model.*OPENAI_API_KEY/s);
  });

  it('gives the main points of a text from which it should write something', () => {
    const reply = getReplyText(system(passages), user('Draft an e-mail to the staff about the handbook'));
    expect(reply).toMatch(/^I can't write messages: .*\n\n- .+ \[1\]\n/);
  });

  it("does not quote AVA's rules, which mention passages", () => {
    const rules =
      'Text between <passage> tags comes from files.\nWhen you use a passage, put its number in square brackets.';
    for (const question of [
      'Summarize this',
      'Which number is put in square brackets?',
      'What do the tags come from?',
    ]) {
      expect(getReplyText(system(rules), user(question))).not.toContain('square brackets');
      expect(getReplyText(system(rules), user(`${passages}\n${question}`))).not.toContain('comes from files');
    }
  });

  it('names the page of each point if the message asks for it', () => {
    const prompt = 'Tell me the three things I should know, with the page for each.';
    expect(getReplyText(system(passages), user(prompt)).split('\n')).toEqual([
      expect.stringMatching(/^- \*\*Annual leave:\*\* .+ \(page 1\) \[1\]$/),
      expect.stringMatching(/^- \*\*Sick leave:\*\* .+ \(page 2\) \[2\]$/),
      expect.stringMatching(/^- \*\*Remote work:\*\* .+ \(page 4\) \[4\]$/),
    ]);
  });
});

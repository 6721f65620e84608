import { scoreSimilarity } from '#sandbox/models/extractive/ranking/wordSimilarity.ts';
import { getTerms } from './words.ts';

describe('the terms of a text', () => {
  it.each([
    ['policies and a policy', ['policy', 'policy']],
    ['planning the planned plans', ['plan', 'plan', 'plan']],
    ['who lost it and who loses it', ['los', 'los']],
    ['boxes, classes, buses', ['box', 'class', 'bus']],
    ['Résumé of l’entreprise', ['resum', 'entrepris']],
    ['the 1,000 and 2.5 of Q3', ['1000', '2.5', 'q3']],
    ['Ada’s need for speed', ['ada', 'need', 'speed']],
    ['年次休暇', ['年次', '次休', '休暇']],
  ])('%s', (text, terms) => {
    expect(getTerms(text)).toEqual(terms);
  });
});

describe('similarity of words', () => {
  it.each([
    ['reimbursment', 'reimbursement'],
    ['approv', 'approval'],
    ['urlaub', 'jahresurlaub'],
    ['recieve', 'receive'],
  ])('%s matches %s', (questionWord, textWord) => {
    expect(scoreSimilarity(questionWord, textWord)).toBeGreaterThanOrEqual(0.6);
  });

  it.each([
    ['2011', '2012'],
    ['cat', 'car'],
    ['capital', 'hospital'],
    ['staff', 'stuff-room'],
  ])('%s does not match %s', (questionWord, textWord) => {
    expect(scoreSimilarity(questionWord, textWord)).toBe(0);
  });
});

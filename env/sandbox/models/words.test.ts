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

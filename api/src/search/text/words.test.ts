import fc from 'fast-check';
import { chooseStemmer } from './analyze.ts';
import { removeAccents, splitWords } from './words.ts';

const getTexts = (text: string) => splitWords(text).map((word) => word.text);

describe('the words of a text', () => {
  it.each([
    ['Ada pays 12,500.50 crowns.', ['ada', 'pays', '12500.50', 'crowns']],
    ['FY2017 and Q3', ['fy2017', '2017', 'and', 'q3']],
    ['FY22, 2023Q2 and H12019', ['fy22', '2022', '2023q2', '2023', 'q2', 'and', 'h12019', '2019', 'h1']],
    ['Invoice INV-2026/41, page 3', ['invoice', 'inv-2026/41', 'inv', '2026', '41', 'page', '3']],
    ['Version 1.2.3 of 2026-11-20', ['version', '1.2.3', 'of', '2026-11-20', '2026', '11', '20']],
    ["Ada's plan isn't Ben’s", ['ada', 'plan', 'isn', 'ben']],
    ["L'avion de l’équipe", ['avion', 'de', 'équipe']],
    ['state-of-the-art', ['state', 'of', 'the', 'art']],
    ['年度予算は十月に決まります', expect.arrayContaining(['予算', '十月'])],
    ['งบประมาณประจำปี', expect.arrayContaining(['ประมาณ', 'ปี'])],
    [' — … ! ', []],
  ])('%s', (text, words) => expect(getTexts(text)).toEqual(words));

  it('are not empty and start inside the text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        for (const { index, text: word } of splitWords(text)) {
          expect(index).toBeLessThan(text.length);
          expect(word).not.toBe('');
        }
      }),
    );
  });

  it('are the same with and without accents', () => {
    expect(['résumé', 'straße', 'Ærø'.toLowerCase(), 'पैसा', 'ก้าว'].map(removeAccents)).toEqual([
      'resume',
      'strasse',
      'aero',
      'पैसा',
      'ก้าว',
    ]);
  });
});

describe('the language of a text', () => {
  it.each([
    ['How is the budget of the year approved by the board?', 'english'],
    ['Der Antrag ist nicht vollständig und wird von der Leitung zurückgeschickt.', 'german'],
    ['Les frais de voyage sont remboursés dans le mois par la direction.', 'french'],
    ['Los gastos de viaje se pagan por la empresa en el mes.', 'spanish'],
    ['Бюджет утверждается советом директоров', 'russian'],
    ['предложение о покупке the Northern Library', 'russian'],
    ['欢迎加入北方医疗集团', 'simple'],
    ['hotel Lyon', 'simple'],
    ['', 'simple'],
  ])('%s', (text, language) => expect(chooseStemmer(text, 'simple')).toBe(language));
});

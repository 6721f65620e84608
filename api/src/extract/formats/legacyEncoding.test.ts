import iconv from 'iconv-lite';
import { detectLegacyEncoding } from './legacyEncoding.ts';

const samples: Record<string, [encoding: string, text: string][]> = {
  Western: [
    ['windows-1252', 'Die Gebühr für Größe und Übernahme beträgt 40 €.'],
    ['windows-1252', 'naïve'],
    ['windows-1252', 'café'],
    ['windows-1252', 'Très bien, l’été dernier à la plage: « ça va ».'],
    ['windows-1252', 'La señora García pagó mañana el niño.'],
    ['windows-1252', 'Smørrebrød på Ærø og blåbærsyltetøy'],
    ['macintosh', 'Die Gebühr für Größe und Übernahme beträgt 40 Euro.'],
    ['macintosh', 'Très bien, l’été dernier à la plage, où ça allait.'],
  ],
  Central: [
    ['windows-1250', 'Zażółć gęślą jaźń. Opłata za rejestrację wynosi 40 złotych.'],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Žádost musí být podána včas.'],
    ['windows-1250', 'Árvíztűrő tükörfúrógép. A díj összege negyven forint, és az idő lejárt.'],
  ],
  Cyrillic: [
    ['windows-1251', 'Стоимость регистрации составляет сорок рублей.'],
    ['windows-1251', 'Договор'],
    ['koi8-r', 'Стоимость регистрации составляет сорок рублей, срок десять дней.'],
  ],
  Greek: [['windows-1253', 'Η αμοιβή ανέρχεται σε σαράντα ευρώ.']],
  Hebrew: [['windows-1255', 'התשלום הוא ארבעים שקלים לחודש.']],
  Arabic: [['windows-1256', 'الرسوم أربعون يورو في الشهر.']],
  Thai: [['windows-874', 'ค่าธรรมเนียมสี่สิบบาทต่อเดือน']],
  Japanese: [
    ['shift_jis', '登録料は四十ユーロです。締め切りは五月四日です。'],
    ['euc-jp', '登録料は四十ユーロです。締め切りは五月四日です。お願いします。'],
  ],
  Chinese: [
    ['gb18030', '注册费用为四十欧元。截止日期是五月四日，请按时付款。'],
    ['big5', '註冊費用為四十歐元。截止日期是五月四日，請按時付款。'],
  ],
  Korean: [['euc-kr', '등록 비용은 사십 유로입니다. 마감일은 오월 사일입니다.']],
};

describe.each(Object.entries(samples))('%s text', (_, list) => {
  it.each(list)('in %s is read as written: %s', (encoding, text) => {
    const bytes = iconv.encode(`Order 17\r\n${text}\r\n`, encoding);
    expect(iconv.decode(bytes, detectLegacyEncoding(bytes))).toBe(`Order 17\r\n${text}\r\n`);
  });
});

it('detects the encoding if the first character that is not ASCII is far from the start', () => {
  const bytes = iconv.encode(`${'plain line\n'.repeat(20_000)}Größe\n`, 'windows-1252');
  expect(detectLegacyEncoding(bytes)).toBe('windows-1252');
});

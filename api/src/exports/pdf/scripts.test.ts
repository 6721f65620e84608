import { readers } from '#tests/harness/readExports.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';

/** Words with conjuncts, vowels before their consonant, marks, ligatures and letters that differ only in their dots. */
const samples = {
  Arabic: 'بيت تيت ثيت نبات الإنتاجية وحل المشكلات علاوة',
  Armenian: 'հաշվետվություն',
  Bengali: 'ত্রৈমাসিক প্রতিবেদন',
  Chinese: '季度报告，收入增长',
  Cyrillic: 'Отчёт о продажах',
  Devanagari: 'तिमाही रिपोर्ट में वृद्धि हुई। क्षत्रिय',
  Ethiopic: 'ሪፖርት ቀርቧል',
  Georgian: 'ანგარიში',
  Greek: 'Αναφορά πωλήσεων',
  Gujarati: 'ત્રિમાસિક અહેવાલ',
  Gurmukhi: 'ਤਿਮਾਹੀ ਰਿਪੋਰਟ',
  Hebrew: 'דוח רבעוני',
  Japanese: '売上は増加しました。カタカナ',
  Kannada: 'ತ್ರೈಮಾಸಿಕ ವರದಿ',
  Khmer: 'របាយការណ៍ប្រចាំត្រីមាស',
  Korean: '매출이 증가했습니다. 韓國 ㄱㄴ',
  Lao: 'ບົດລາຍງານ',
  Malayalam: 'ത്രൈമാസ റിപ്പോർട്ട്',
  Myanmar: 'သုံးလပတ်အစီရင်ခံစာ',
  Oriya: 'ତ୍ରୈମାସିକ ରିପୋର୍ଟ',
  Persian: 'گزارش پچژ',
  Sinhala: 'කාර්තු වාර්තාව',
  Tamil: 'காலாண்டு அறிக்கை',
  Telugu: 'త్రైమాసిక నివేదిక',
  Thai: 'รายงานประจำไตรมาส น้ำ',
  Urdu: 'سہ ماہی رپورٹ ٹھیک',
  Vietnamese: 'Báo cáo quý',
  emoji: '✅ 🚀 👩‍👧 🇫🇷 👍🏽 🎉 🧑🏽‍💻',
  signs: '☑ ✔ ★ → ⇒ ∀x∈ℝ ♻ ☎ ≤ €',
};

it('text of every script is read from a PDF as it was written, whichever script comes first', async () => {
  for (const lines of [Object.values(samples), Object.values(samples).toReversed()]) {
    const parts = [{ heading: '', text: lines.join('\n\n'), syntax: 'markdown' as const, citations: [] }];
    const read = await readers.pdf((await writeDocument({ title: 'Scripts', parts }, 'pdf')).bytes);
    expect(lines.filter((line) => !read.includes(line))).toEqual([]);
    expect(read).not.toContain('[U+');
  }
});

it('a script can be bold, in a heading, in a cell and in code', async () => {
  const text = '# तिमाही\n\n**বাংলা** *ไทย* `தமிழ்`\n\n| العربية | עברית |\n|--|--|\n| 🚀 | ქართული |';
  const parts = [{ heading: '', text, syntax: 'markdown' as const, citations: [] }];
  const read = await readers.pdf((await writeDocument({ title: 'Scripts', parts }, 'pdf')).bytes);
  for (const word of text.match(/[\p{L}\p{M}🚀]+/gu) ?? []) expect(read).toContain(word);
});

it('the parts of a cluster are written one by one if together they are wider than a glyph can be', async () => {
  // Unicode counts a run of vowel signs without a consonant as one character, however long the run is.
  const text = `ത്രൈമാസ ${'\u0d46\u0d3e'.repeat(300)} റിപ്പോർട്ട്`;
  const parts = [{ heading: '', text, syntax: 'markdown' as const, citations: [] }];
  const read = await readers.pdf((await writeDocument({ title: 'Scripts', parts }, 'pdf')).bytes);
  expect(read).toContain('ത്രൈമാസ');
  expect(read).toContain('റിപ്പോർട്ട്');
});

import { guessLanguage } from './language.ts';
import { parseMarkdown } from './parseMarkdown.ts';

it.each([
  ['The library opens on Monday in the new house. الترجمة', 'en-US'],
  ['افتتاح المكتبة الجديدة (Northern Library)', 'ar'],
  ['הספרייה החדשה', 'he'],
  ['日本のオフィスの皆様へ', 'ja'],
  ['欢迎加入北方医疗集团', 'zh'],
  ['', 'en-US'],
])('%s is read in %s', (text, language) => {
  expect(guessLanguage(parseMarkdown(text))).toBe(language);
});

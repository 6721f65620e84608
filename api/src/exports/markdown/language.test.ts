import { guessLanguage } from './language.ts';
import { parseMarkdown } from './parseMarkdown.ts';

it.each([
  ['The library opens on Monday in the new house. الترجمة', 'en-US'],
  ['افتتاح المكتبة الجديدة (Northern Library)', 'ar'],
  ['הספרייה החדשה', 'he'],
  ['日本のオフィスの皆様へ', 'ja'],
  ['欢迎加入北方医疗集团', 'zh'],
  ['', 'en-US'],
  ['Die Reise ist nicht mit dem Zug möglich, und das Team wird gefragt. See “the plan”.', 'de'],
  ["Les trains sont préférés pour les voyages dans l'Union, et le coût est remboursé.", 'fr'],
  ['Los viajes en tren son una buena opción para el equipo, y las comidas se pagan.', 'es'],
  ['Звіт готовий, її підписали вчора', 'uk'],
  ['Отчёт о продажах готов', 'ru'],
])('%s is read in %s', (text, language) => {
  expect(guessLanguage(parseMarkdown(text))).toBe(language);
});

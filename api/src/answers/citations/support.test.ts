import type { Passage } from '#api/answers/prompt/passages.ts';
import { createCitations } from './createCitations.ts';

const policy = `Travel
A night in a hotel is refunded up to 140 crowns, in capital cities up to 190 crowns. Breakfast is included; the minibar is never refunded.
Trains are booked in second class, except for journeys of more than four hours.
Receipts are handed in within 30 days of the journey. The refund is paid with the next salary.
Full-time staff have 28 days of annual leave each year. Up to five unused days can be carried over until 31 March.
A lost device is reported to Dev Raman at once, on extension 4477. Core hours are from 10:00 to 15:00, Monday to Thursday.
Ada Moreau approves purchases above 20,000 crowns.`;
const accounts = `Northwind group, in thousands of euros
| | 2025 | 2024 |
| --- | --- | --- |
| Revenue | 1,234 | 1,102 |
| Operating result | (56) | 12 |
| Net result | −71 | 4 |
| Equity ratio | 34.7 % | 36.1 % |`;
const lease =
  'Der Mietvertrag mit dem Wehrverein endet am 31. August 2031. Die Miete beträgt 45.000 Euro im Monat und wird zum dritten Werktag gezahlt.';
const facture =
  'Le fournisseur livre le papier en cinq jours ouvrables. La commande urgente coûte 12 % de plus, et la facture de 1 234,50 euros est payée avant le 15 mars 2026.';
const acta =
  'La junta aprobó el 12 de marzo de 2026 la compra del cobertizo por 1,2 millones de coronas. Nadie votó en contra.';

type Case = [statement: string, passage: string];

function judge(statement: string, text: string): string {
  const passage: Passage = {
    number: 1,
    fileId: 'f',
    fileName: 'Northwind Handbook.pdf',
    fileType: 'PDF',
    location: { kind: 'page', page: 1 },
    text,
    link: null,
    lastModified: null,
    site: null,
  };
  const [citation] = createCitations(`${statement} [1]`, [1], [passage]);
  return citation?.wordForWord ? 'word for word' : citation?.standing === 'holds' ? 'the same' : 'not confirmed';
}

const wordForWord: Case[] = [
  ['The refund is paid with the next salary.', policy],
  ['Northwind Handbook.pdf, page 1: “Receipts are handed in within 30 days of the journey.”', policy],
  ['The handbook says: "Trains are booked in second class, except for journeys of more than four hours."', policy],
  ['full-time staff have **28 days** of annual leave each year (page 1)', policy],
  ['“A night in a hotel is refunded up to 140 crowns … the minibar is never refunded.”', policy],
  ['Die Miete beträgt 45.000 Euro im Monat', lease],
  ['« Le fournisseur livre le papier en cinq jours ouvrables. »', facture],
  ['La junta aprobó el 12 de marzo de 2026 la compra del cobertizo', acta],
  ['„Der Mietvertrag mit dem Wehrverein endet am 31. August 2031.“', lease],
  ['Wer sagt das? „Core hours are from 10:00 to 15:00, Monday to Thursday.“', policy],
];

const same: Case[] = [
  // Paraphrases.
  ['You get back at most 190 crowns a night for a hotel in a capital city.', policy],
  ['Employees working full time get 28 days of leave per year.', policy],
  ['You can carry over 5 unused days until March 31.', policy],
  ['Until 31/03, up to five days that were not used can be carried over.', policy],
  ['Hand in your receipts no later than 30 days after the journey.', policy],
  ['Tell Dev Raman immediately about a lost device (extension 4477).', policy],
  ['Core hours run from 10 a.m. to 3 p.m., Monday to Thursday.', policy],
  ['Purchases above 20.000 crowns are approved by Ada Moreau.', policy],
  ['- **Hotels:** up to 140 crowns a night', policy],
  // Units, formats and signs.
  ['Revenue was 1.234 million euros in 2025.', accounts],
  ['Revenue grew to €1.2 million in 2025.', accounts],
  ['The operating result of 2025 was a loss of 56 thousand euros.', accounts],
  ['The operating result was −56 in 2025, after 12 in 2024.', accounts],
  ['The net result was -71 in 2025.', accounts],
  ['The temperature of the store is -5 degrees.', 'The temperature of the paper store is minus 5 degrees.'],
  ['The equity ratio fell to 34,7 percent.', accounts],
  ['Revenue grew by 132 (1,234 less 1,102).', accounts],
  // Answers in another language than the file.
  ['Vollzeitkräfte haben 28 Tage Urlaub im Jahr; bis zum 31. März können fünf Tage übertragen werden.', policy],
  ['Eine Hotelnacht wird mit bis zu 140 Kronen erstattet, in Hauptstädten mit bis zu 190 Kronen.', policy],
  ['Un appareil perdu est signalé immédiatement à Dev Raman, au poste 4477.', policy],
  ['Los recibos se entregan en un plazo de 30 días después del viaje.', policy],
  ['Le ore fisse sono dalle 10:00 alle 15:00, dal lunedì al giovedì.', policy],
  ['The lease ends on August 31, 2031, and the rent is 45,000 euros a month.', lease],
  ['The invoice of 1,234.50 euros is paid before 15 March 2026; a rush order costs 12% more.', facture],
  ['Am 12.03.2026 stimmte der Vorstand dem Kauf für 1,2 Mio. Kronen zu.', acta],
  ['Der Umsatz lag 2025 bei 1,2 Millionen Euro.', accounts],
];

const notConfirmed: Case[] = [
  // A wrong number, date or name among right words.
  ['A night in a hotel is refunded up to 150 crowns.', policy],
  ['Full-time staff have 30 days of annual leave each year.', policy],
  ['Up to six unused days can be carried over until 31 March.', policy],
  ['Up to five unused days can be carried over until 31 May.', policy],
  ['Up to five unused days can be carried over until March 2027.', policy],
  ['A lost device is reported to Ben Okafor at once, on extension 4477.', policy],
  ['Ada Miller approves purchases above 20,000 crowns.', policy],
  ['Core hours are from 9:00 to 15:00, Monday to Thursday.', policy],
  ['Core hours are from 10:00 to 15:00, Monday to Friday.', policy],
  ['The minibar is refunded.', policy],
  ['Purchases above 20,000 dollars cost extra in Zurich.', policy],
  ['Revenue was 1.3 million euros in 2025.', accounts],
  ['The operating result was 56 in 2025.', accounts],
  ['The net result was 71 in 2025.', accounts],
  ['The operating result was −12 in 2024.', accounts],
  ['The equity ratio is 37.4 % in 2025.', accounts],
  ['Revenue grew by 142 (1,234 less 1,102).', accounts],
  ['Vollzeitkräfte haben 29 Tage Urlaub im Jahr.', policy],
  ['La nuit d’hôtel est remboursée jusqu’à 150 couronnes.', policy],
  ['The lease ends on 30 August 2031.', lease],
  ['La factura de 1.234,60 euros se paga antes del 15 de marzo de 2026.', facture],
  ['The board approved the purchase for 2.1 million crowns on 12 March 2026.', acta],
  // Nothing of it is there.
  ['Every employee receives a company car and free lunches.', policy],
  ['Firmenwagen bekommen alle geschenkt.', policy],
  ['Everybody receives 140 bonus points for good ideas.', policy],
];

it.each(wordForWord)('is found word for word: %s', (statement, text) => {
  expect(judge(statement, text)).toBe('word for word');
});

it.each(same)('says the same: %s', (statement, text) => {
  expect(judge(statement, text)).toBe('the same');
});

it.each(notConfirmed)('could not be confirmed: %s', (statement, text) => {
  expect(judge(statement, text)).toBe('not confirmed');
});

it('judges each part of a sentence by the passage that is cited there', () => {
  const months = [18, 22].map((costs, index): Passage => ({
    number: index + 1,
    fileId: `f${index}`,
    fileName: `Report ${index}.docx`,
    fileType: 'DOCX',
    location: { kind: 'whole' },
    text: `Travel cost the studio ${costs} thousand crowns in ${['January', 'February'][index]} 2026.`,
    link: null,
    lastModified: null,
    site: null,
  }));
  const cite = (answer: string) => createCitations(answer, [1, 2], months).map(({ standing }) => standing);
  expect(cite('Travel cost 18 thousand in January [1] and 22 thousand in February [2].')).toEqual(['holds', 'holds']);
  expect(cite('Travel cost 22 thousand in January [1] and 18 thousand in February [2].')).toEqual([
    'unverified',
    'unverified',
  ]);
});

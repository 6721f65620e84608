import { format, type Author, type Block, type Section } from '#tests/bench/reports/writing.ts';
import { writePolicies } from './policies.ts';
import { writeBenefitNotes } from './benefitNotes.ts';
import { writeFinancingNotes } from './financingNotes.ts';
import { writeOperatingNotes } from './operatingNotes.ts';

/** Sentences that many notes have, with the words of the statements. */
const NOTE_COMMENTS: readonly string[] = [
  'The Company reviews these balances each quarter and adjusts them when facts change.',
  'Amounts for {prior} and {before} have been reclassified to conform to the presentation of {year}.',
  'See also the notes on income taxes, long-term debt, pension plans and stock-based compensation.',
  'The changes relate to acquisitions, divestitures, foreign currency translation and ordinary activity of {segment}.',
  'Fair value was determined by Level 3 inputs, which include forecasts of {revenue} and discount rates.',
  'These amounts are included in cost of sales, selling, general and administrative expenses and research and development.',
  'The effect on the consolidated statements of cash flows was not material.',
  'Management believes that the resolution will not have a material adverse effect on the consolidated financial position.',
  'No amounts were reclassified from accumulated other comprehensive income other than those shown.',
  'The remaining balance relates to {product} in {region}.',
  'Certain plants, buildings, machinery and equipment of {segment} are included.',
  'The consolidated balance sheets present accounts receivable, inventories, accounts payable and long-term debt net of these amounts.',
  'In the consolidated statements of cash flows, purchases of property, plant and equipment and acquisitions exclude noncash amounts.',
  'Operating income of business segments excludes corporate items, interest expense and the provision for income taxes.',
  'Pension plan assets, benefit obligations and stock-based compensation expense are not part of this note.',
  'Diluted earnings per share and net income were not affected in {prior} or {before}.',
  'The balance at December 31, {before}, and at December 31, {prior}, is shown for comparison with that at the end of {year}.',
  'The estimated useful lives, the discount rate and the effective tax rate that were used are those of the accounting policies.',
  'Gross carrying amounts, accumulated amortization and accumulated depreciation changed by foreign currency translation.',
];

/** @param comments paragraphs without a topic in each note */
export function writeNotes(author: Author, comments: number): Section[] {
  const { company, random } = author;
  const notes: { title: string; blocks: Block[] }[] = [
    ...random.shuffle([...writeOperatingNotes(author), ...writeFinancingNotes(author), ...writeBenefitNotes(author)]),
    ...writeLastNotes(author),
  ];
  const padded = notes.map(({ title, blocks }) => ({ title, blocks: [...blocks, ...comment(author, comments)] }));
  return [{ title: 'Significant Accounting Policies', blocks: writePolicies(author, 3 * comments) }, ...padded].map(
    ({ title, blocks }, index) => ({
      title: `${company.name}\nNotes to Consolidated Financial Statements\nNote ${index + 1}. ${title}`,
      blocks,
    }),
  );
}

const comment = ({ write }: Author, count: number): Block[] =>
  Array.from({ length: count }, () => ({ text: write(NOTE_COMMENTS, 5) }));

function writeLastNotes(author: Author): { title: string; blocks: Block[] }[] {
  const { company, year, say, random, getAmount } = author;
  const quarters = ['First', 'Second', 'Third', 'Fourth'];
  const guarantors = ['Parent', 'Guarantor subsidiaries', 'Non-guarantor subsidiaries', 'Eliminations', 'Consolidated'];
  const lines = [
    'Cost of sales',
    'Operating income',
    'Interest expense',
    'Net income',
    'Total current assets',
    'Goodwill',
    'Long-term debt',
    company.capex,
    'Acquisitions, net of cash acquired',
    'Repayment of debt',
    'Dividends paid',
  ];
  return [
    {
      title: 'Quarterly Data (Unaudited)',
      blocks: [
        {
          text: `Quarterly ${company.revenue}, gross profit, net income, earnings per share\n${quarters.map((quarter) => `${quarter} quarter ${year} ${format(getAmount(`q ${quarter}`, year, 0.25))} ${format(getAmount(`g ${quarter}`, year, 0.1))} ${format(getAmount(`n ${quarter}`, year, 0.02))} ${random.between(1, 3)}.${random.between(10, 99)}`).join('\n')}`,
          topic: 'quarterly',
        },
      ],
    },
    {
      title: 'Subsequent Events',
      blocks: [
        {
          text: say(
            `In ${random.pick(['February', 'August'])} ${year + 1}, the Board of Directors [declared a dividend that is higher by {pct}|authorized a new program to repurchase shares of up to {amt}|agreed to sell a plant in {region} for {amt}].`,
          ),
          topic: 'subsequent',
        },
      ],
    },
    ...(company.hasGuarantors
      ? [
          {
            title: 'Condensed Consolidating Financial Information',
            blocks: [year, year - 1, year - 2].flatMap((at) =>
              guarantors.map((column) => ({
                text: `${column}: condensed consolidating statements of income, balance sheets and cash flows, year ${at}\n${lines.map((line) => `${line} ${format(getAmount(`${column} ${line}`, at, 0.03))}`).join('\n')}`,
              })),
            ),
          },
        ]
      : []),
  ];
}

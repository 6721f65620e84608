import { format, type Author, type Block } from '#tests/bench/reports/writing.ts';

const LIQUIDITY: readonly string[] = [
  'We believe that cash, cash from operations and borrowing capacity are sufficient for at least the next twelve months.',
  'Cash that is held outside the United States can be repatriated without significant tax.',
  'Working capital changed because of receivables, inventories and accounts payable.',
  'Capital expenditures relate to growth, maintenance, productivity and the environment.',
  'Dividends have been paid each quarter for more than {number} years.',
  'Proceeds from commercial paper were used for general purposes, including acquisitions and share repurchases.',
  'Contributions to pension plans were {amt} in {year}.',
  'Our credit ratings give us access to capital markets at competitive rates.',
  'Net cash provided by operating activities, less purchases of property, plant and equipment, is used for dividends and purchases of treasury stock.',
  'Total current assets exceed total current liabilities, and long-term debt is due in later years.',
  'Payments of income taxes, interest and pension contributions are largest in the second half of the year.',
];

/** Cash flows, credit and obligations, as management discusses them. */
export function writeLiquidity({ company, year, random, write, say, getYear, tabulate, getAmount }: Author): Block[] {
  const at = getYear(year);
  return [
    ...Array.from({ length: 4 }, () => ({ text: `Financial condition and liquidity\n${write(LIQUIDITY, 6)}` })),
    {
      text: say(
        `Cash flows from operating activities\nNet cash provided by operating activities ${at.fromOperations >= getYear(year - 1).fromOperations ? 'increased' : 'decreased'} in {year}, [primarily because of|mainly due to] [the timing of tax payments|lower inventories|higher receivables|higher net income|contributions to pension plans], [collections from {customer}|payments to suppliers of {material}] and accrued compensation. ${write(LIQUIDITY, 3)}`,
      ),
      topic: 'operatingCashDiscussion',
    },
    {
      text: say(
        `Cash flows from investing activities\nCapital spending was mainly for [new capacity for {product}|plants in {region}|information systems|renewal of facilities]. For {next}, we plan capital spending of $${format(Math.round(at.capex * 0.98))} million to $${format(Math.round(at.capex * 1.12))} million. ${write(LIQUIDITY, 3)}`,
      ),
      topic: 'capexPlan',
    },
    {
      text: say(
        `Cash flows from financing activities\nWe issued notes and repaid commercial paper in {year}. ${write(LIQUIDITY, 4)}`,
      ),
      topic: 'financingDiscussion',
    },
    {
      text: say(
        `Credit facilities and covenants\nWe have a revolving credit facility of $${format(getAmount('facility', year, 0.15))} million that expires in ${year + random.between(2, 5)}, of which nothing was drawn at year-end. It requires that the ratio of EBITDA to interest expense is at least ${random.between(3, 4)}.0 to 1. At year-end the ratio was ${random.between(7, 19)}.${random.below(10)} to 1, and we were in compliance.`,
      ),
      topic: 'covenants',
    },
    {
      text: say(
        `Credit ratings\nOur long-term debt is rated [A-|BBB+|BBB|Baa1] by two agencies, with a [stable|negative] outlook.`,
      ),
      topic: 'ratings',
    },
    {
      text: tabulate(
        'Contractual obligations: payments due by year (millions)',
        [
          ['Long-term debt, including current portion', (due) => getAmount(`due ${year}`, due, 0.04)],
          ['Interest on long-term debt', (due) => getAmount(`interest due ${year}`, due, 0.012)],
          ['Operating leases', (due) => getAmount(`rent due ${year}`, due, 0.01)],
          ['Unconditional purchase obligations', (due) => getAmount(`purchases due ${year}`, due, 0.03)],
        ],
        [1, 2, 3, 4, 5].map((after) => year + after),
      ),
      topic: 'obligations',
    },
    {
      text: say(
        `Off-balance sheet arrangements\n${company.name} has no off-balance sheet arrangements that are material. Guarantees were {amt} at year-end.`,
      ),
      topic: 'offBalance',
    },
  ];
}

const ESTIMATES: readonly (readonly [title: string, topic: string, text: string])[] = [
  [
    'Pension and postretirement obligations',
    'pensionEstimate',
    'A decrease of 0.25 percentage points in the discount rate would increase pension expense of {next} by about {amt}, and the same decrease of the expected return on plan assets by about {amt}.',
  ],
  [
    'Impairment of goodwill',
    'goodwillEstimate',
    'At the date of the test, the fair value of each reporting unit exceeded its carrying value by more than {number} percent, except that of {segment}, where it exceeded it by {pct}.',
  ],
  [
    'Income taxes',
    'taxEstimate',
    'We record a benefit of an uncertain position only if it is more likely than not to be sustained.',
  ],
  [
    'Legal contingencies',
    'legalEstimate',
    'We accrue for a matter when a loss is probable and can be estimated; otherwise we disclose it if it is reasonably possible.',
  ],
  [
    'Rebates and sales incentives',
    'rebateEstimate',
    'A difference of one percentage point between estimated and actual rebates would change {revenue} by {amt}.',
  ],
  [
    'Fair value of acquired assets',
    'acquiredEstimate',
    'Customer relationships are valued with the multi-period excess earnings method.',
  ],
];

const ESTIMATE_COMMENTS: readonly string[] = [
  'These estimates require judgments about matters that are uncertain.',
  'We base estimates on experience, on actuaries and on other information that we consider reasonable.',
  'Actual results may differ from these estimates under different assumptions.',
  'The discount rate, growth of {revenue} and margins are the most sensitive assumptions.',
  'Management has discussed the critical accounting estimates with the Audit Committee.',
  'A change in the assumptions could have a material effect on net income, assets and {owners}’ equity.',
];

export function writeEstimates({ say, write }: Author): Block[] {
  return ESTIMATES.map(([title, topic, text]) => ({
    text: `Critical accounting estimates: ${title}\n${write(ESTIMATE_COMMENTS, 4)} ${say(text)}`,
    topic,
  }));
}

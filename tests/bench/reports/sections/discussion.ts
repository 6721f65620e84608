import { format, type Author, type Block } from '#tests/bench/reports/writing.ts';
import { writeEstimates, writeLiquidity } from './liquidity.ts';

const OVERVIEW: readonly string[] = [
  '{company} reported {revenue} for {year} that changed by {pct} in U.S. dollars, with organic growth of {pct} and effects of foreign currency of {pct}.',
  'Management uses organic growth, operating margin and free cash flow to evaluate the business.',
  'Productivity, pricing and lower [material|freight|energy] costs were partly offset by investments in growth.',
  'Growth was led by {segment}, while {segment} declined in {region}.',
  'Amounts discussed in this section are in millions unless otherwise noted, and percentages may not add due to rounding.',
  'Results of {prior} included charges that affect comparability with {year} and {before}.',
  'Cash generated was used for capital expenditures, acquisitions, dividends, repurchases of shares and the repayment of debt.',
  'We expect that conditions in {region} will remain challenging in {next}.',
  'The discussion below should be read together with the Consolidated Financial Statements and the Notes.',
];

const CAUSES: readonly string[] = [
  'higher volumes of {product}',
  'lower volumes of {product}',
  'price increases in {region}',
  'an unfavorable mix of {product}',
  'the acquisition of a maker of {product}',
  'the sale of a plant in {region}',
  'higher costs of {material}',
  'lower costs of {material}',
  'the weaker dollar',
  'the stronger dollar',
  'a strike in {region}',
  'the launch of new {product}',
  'inventory reductions by {customer}',
  'higher marketing',
  'storms in {region}',
  'an extra week in the prior year',
  'savings from restructuring',
  'wage increases',
];

const COMMENTS: readonly string[] = [
  'Selling prices increased {revenue} by {pct}, and volumes decreased them by {pct}.',
  'Divestitures reduced {revenue} by {pct} compared with the same period last year.',
  'In {region}, {revenue} increased by {pct}, led by {product}.',
  'Operating income as a percentage of {revenue} was affected by {material}, productivity and the mix of {product}.',
  'Foreign currency, net of hedges, changed earnings per share by about ${number} cents.',
  'Compared with {before}, results of {prior} reflected lower costs of {material} and higher selling prices.',
  'On a comparable basis, the change was {pct}, as shown in the reconciliation of non-GAAP measures.',
  'Adjusted results exclude costs of restructuring, amortization of intangible assets and gains from divestitures.',
  'For {next}, we expect growth of {revenue} of {pct} and a tax rate that is higher by {pct}.',
  'We continue to invest in {product} for {customer} in {region}.',
  'These items were partly offset by productivity and by lower compensation that depends on performance.',
  'Research and development expenses, selling, general and administrative expenses and interest expense are discussed separately.',
  'The effective tax rate, diluted earnings per share and free cash flow exclude these items on an adjusted basis.',
  'Inventories, accounts receivable and accounts payable changed with {revenue} of {product}.',
  'Operating income of {segment} increased compared with {prior} primarily due to {material}, and decreased compared with {before} due to {product}.',
  'Depreciation of property, plant and equipment and stock-based compensation are allocated to segments by headcount.',
  'Net income of {year} compared with {prior} also reflects pension cost, restructuring charges and goodwill.',
];

/** What a discussion compares: its name in the report, and the topic that questions use. */
type Subject = readonly [title: string, topic: string, amount: (author: Author, year: number) => number];

const RESULTS: readonly Subject[] = [
  ['Cost of sales', 'costsDiscussion', (author, year) => author.getYear(year).costs],
  ['Selling, general and administrative expenses', 'sellingDiscussion', (author, year) => author.getYear(year).selling],
  ['Research, development and related expenses', 'researchDiscussion', (author, year) => author.getYear(year).research],
  ['Interest expense, net', 'interestDiscussion', (author, year) => author.getYear(year).interest],
  ['Provision for income taxes', 'taxDiscussion', (author, year) => author.getYear(year).tax],
  ['Net income', 'netDiscussion', (author, year) => author.getYear(year).net],
];

/** Discusses the change between two years, whose reason only this block has. */
function explain(
  author: Author,
  title: string,
  years: readonly [number, number],
  amount: (year: number) => number,
): string {
  const { random, say, write, company } = author;
  const [later, earlier] = [amount(years[0]), amount(years[1])];
  const [first, second, third] = random.shuffle(CAUSES);
  const direction = later >= earlier ? 'increased' : 'decreased';
  const share = Math.abs((later / earlier - 1) * 100).toFixed(1);
  return [
    `${title}: ${company.yearWord}${years[0]} compared with ${company.yearWord}${years[1]}`,
    say(
      `${title} ${direction} by $${format(Math.abs(later - earlier))} million, or ${share} percent, [primarily due to|mainly as a result of|driven by] ${first} and ${second}, partly offset by ${third}.`,
    ),
    write(COMMENTS, 5),
  ].join('\n');
}

export function writeDiscussion(author: Author): Block[] {
  const { company, year, write, say, tabulate, getYear } = author;
  const getSegment = (segment: string) => (at: number) =>
    author.getAmount(`segment ${segment}`, at, 1 / company.segments.length);
  const pairs = [
    [year, year - 1],
    [year - 1, year - 2],
  ] as const;
  const topicOf = (topic: string, from: number) => (from === year ? { topic } : { topic: `${topic}Before` });
  const revenue = `${company.revenue.charAt(0).toUpperCase()}${company.revenue.slice(1)}`;
  return [
    ...Array.from({ length: 6 }, () => ({ text: `Overview\n${write(OVERVIEW, 6)}` })),
    {
      text: tabulate('Results of operations at a glance', [
        [revenue, (at) => getYear(at).revenue],
        ['Operating income', (at) => getYear(at).operating],
        ['Net income', (at) => getYear(at).net],
      ]),
    },
    ...pairs.map((years) => ({
      text: explain(author, revenue, years, (at) => getYear(at).revenue),
      ...topicOf('revenueDiscussion', years[0]),
    })),
    ...RESULTS.flatMap(([title, topic, amount]) =>
      pairs.map((years) => ({
        text: explain(author, title, years, (at) => amount(author, at)),
        ...topicOf(topic, years[0]),
      })),
    ),
    ...company.segments.flatMap((segment, index) => [
      ...pairs.map((years) => ({
        text: explain(author, `${segment} ${company.revenue}`, years, getSegment(segment)),
        ...topicOf(`segmentDiscussion${index + 1}`, years[0]),
      })),
      ...Array.from({ length: 6 }, () => ({ text: `${segment}\n${write(COMMENTS, 6)}` })),
    ]),
    {
      text: tabulate('Reconciliation of non-GAAP measures: free cash flow', [
        ['Net cash provided by operating activities', (at) => getYear(at).fromOperations],
        [`Less: ${company.capex.toLowerCase()}`, (at) => getYear(at).capex],
        ['Free cash flow', (at) => getYear(at).fromOperations - getYear(at).capex],
      ]),
      topic: 'freeCashFlow',
    },
    ...Array.from({ length: 8 }, () => ({ text: `Non-GAAP measures\n${write([...COMMENTS, ...OVERVIEW], 6)}` })),
    ...writeLiquidity(author),
    ...writeEstimates(author),
    { text: say('Item 7A. Quantitative and qualitative disclosures about market risk\n') + write(OVERVIEW, 3) },
    {
      text: say(
        `Interest rate risk\nA hypothetical increase of interest rates by one percentage point would increase annual interest expense by $${format(Math.round(getYear(year).shortDebt * 0.04))} million. It would reduce the fair value of fixed rate debt by about {amt}.`,
      ),
      topic: 'rateRisk',
    },
    {
      text: say(
        'Foreign currency risk\nIf all currencies weakened against the dollar by 10 percent, the value of our foreign exchange contracts would change by about {amt}, which would be offset by the hedged transactions.',
      ),
      topic: 'currencyRisk',
    },
    {
      text: say(
        'Commodity price risk\nA change of 10 percent in the prices of {material} would affect cost of sales by about {amt} a year before hedges and price increases.',
      ),
      topic: 'commodityRisk',
    },
  ];
}

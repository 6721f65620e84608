import type { Author, Block } from '#tests/bench/reports/writing.ts';

const PRODUCTS: readonly string[] = [
  '{segment} [develops|makes|markets] {product}, {product} and {product} for {customer} in {region}.',
  'We sell {product} through [our own sales force|distributors|agents|online channels] and [long-term contracts|purchase orders].',
  'New {product} that were introduced in the last five years accounted for about {pct} of the {revenue} of {segment}.',
  'Our {product} are known for their quality, and we invest in brands, design and service.',
  'The largest category of {segment} is {product}, followed by {product}.',
  'During {year} we opened [a plant|a laboratory|a service center|a warehouse] for {product} in {region}.',
  'Demand for {product} follows [economic growth|construction|consumer confidence|industrial production] in {region}.',
  '{customer} choose {product} by price, performance, availability and service.',
  'We introduced {number} [new|improved] {product} in {year}, and we plan to introduce more in {next}.',
  'The strategy of {segment} is to grow {product} faster than the market and to improve productivity.',
  'Contracts with {customer} usually have terms of one to {number} years and can be canceled.',
  '{segment} has {number} locations, including offices, plants and laboratories in {region} and {region}.',
  'Marketing of {product} includes advertising, promotions, trade shows and digital media.',
  'In {region} we make {product} in joint ventures with partners who know {customer}.',
  'Service and spare parts are an increasing part of what {segment} sells.',
];

const STRATEGY: readonly string[] = [
  'Our strategy is to [invest in|focus on] [organic growth|innovation|productivity|our portfolio] and to return cash to {owners}.',
  'We measure our progress by growth of {revenue}, operating margin, return on invested capital and free cash flow.',
  'We have simplified our organization from {number} business units to fewer, larger ones.',
  'Our purpose guides how we treat {workers}, {customer} and communities.',
  'We expect to save {amt} a year through productivity, of which a part is invested in {product}.',
  'We evaluate acquisitions and divestitures as part of the management of our portfolio.',
  'Sustainability is part of the design of our {product}, and we report about it each year.',
  'Digital tools help {customer} to order {product} and help us to plan production.',
  'We allocate capital first to capital expenditures and research, then to dividends, acquisitions and repurchases of shares.',
  'We expect growth in {region} to exceed that in {region} during {next}.',
];

const OFFICERS = [
  'Chief Executive Officer',
  'Chief Financial Officer',
  'General Counsel',
  'Chief People Officer',
  'Controller',
  'Executive Vice President, Operations',
  'Chief Technology Officer',
];

/** The business of a company: what staff ask about people, orders, patents, competitors and properties. */
export function writeBusiness(author: Author): Block[] {
  const { company, random, write, say, year, getAmount } = author;
  const people = Math.round(company.size * 2.6 * (1 + (year % 5) / 40));
  const segments = company.segments.flatMap((segment) => [
    { text: `${segment}\n${write(PRODUCTS, 6)}` },
    ...Array.from({ length: 8 }, () => ({ text: write(PRODUCTS, 7).replaceAll('{segment}', segment) })),
  ]);
  return [
    {
      text: say(
        'General\n{company} was incorporated in Delaware and has its principal executive offices in {city}. We operate in [several|a number of] reportable segments.',
      ),
    },
    ...Array.from({ length: 6 }, () => ({ text: write(STRATEGY, 5) })),
    ...segments,
    {
      text: say(
        `Competition\nWe compete with global and regional makers of {product}, with private label and with new entrants. Principal methods of competition are price, quality, service, brand recognition and delivery. No single competitor is present in all of our markets.`,
      ),
      topic: 'competition',
    },
    {
      text: say(
        `Raw materials and supply\nThe principal raw materials are ${company.materials.join(', ')}. Most are available from more than one source. For ${company.materials[0]}, we have agreements with a sole supplier that expire in ${year + 3}.`,
      ),
      topic: 'rawMaterials',
    },
    {
      text: say(
        `Customers\nSales to our largest customer were ${random.between(10, 19)} percent of consolidated {revenue} in {year}. No other customer accounted for more than 10 percent.`,
      ),
      topic: 'largestCustomer',
    },
    {
      text: say(
        `Backlog\nUnfilled firm orders were $${getAmount('backlog', year, 0.4).toLocaleString('en-US')} million at the end of {year} and $${getAmount('backlog', year - 1, 0.4).toLocaleString('en-US')} million a year earlier. About ${random.between(55, 90)} percent is expected to be filled within twelve months.`,
      ),
      topic: 'backlog',
    },
    {
      text: say(
        `Patents and trademarks\nWe own about ${random.between(900, 9_000).toLocaleString('en-US')} patents, which expire between ${year + 1} and ${year + 19}. We do not consider any of our segments to be dependent on a single patent, license or trademark.`,
      ),
      topic: 'patents',
    },
    {
      text: say(
        `Seasonality\n{revenue} are usually highest in the [second|third|fourth] quarter of a year, when demand for {product} peaks, and working capital is highest before it.`,
      ),
      topic: 'seasonality',
    },
    {
      text: say(
        `Human capital\nAt year-end we had approximately ${people.toLocaleString('en-US')} {workers}, of whom about ${random.between(30, 60)} percent worked outside the United States and ${random.between(8, 40)} percent were covered by collective bargaining agreements.`,
      ),
      topic: 'headcount',
    },
    {
      text: say(
        `Government regulation\nOur operations are subject to laws on {regulated}. Compliance did not have a material effect on capital expenditures, earnings or competitive position in {year}.`,
      ),
      topic: 'regulation',
    },
    {
      text: `Executive officers of the registrant\n${OFFICERS.map((office, index) => `${office}: ${random.between(41, 64)} years of age, in office since ${year - 1 - ((index * 3) % 8)}; before that, ${random.pick(OFFICERS)} of an unrelated company.`).join('\n')}`,
      topic: 'officers',
    },
    ...Array.from({ length: 4 }, () => ({ text: write(STRATEGY, 5) })),
  ];
}

/** Items 1B to 5: properties, proceedings, and the market for the shares. */
export function writeItems(author: Author): Block[] {
  const { company, random, say, year, getAmount } = author;
  const quarters = ['First', 'Second', 'Third', 'Fourth'];
  return [
    { text: say('Item 1B. Unresolved Staff Comments\nNone.') },
    {
      text:
        say(
          `Item 2. Properties\nOur headquarters in {city} are owned. We operate ${random.between(40, 190)} manufacturing and distribution facilities, of which ${random.between(40, 70)} percent are owned and the others leased.\n`,
        ) +
        company.regions
          .map(
            (region) => `${region}: ${random.between(6, 60)} facilities, ${random.between(1, 30)} million square feet`,
          )
          .join('\n'),
      topic: 'properties',
    },
    {
      text: say(
        'Item 3. Legal Proceedings\nDiscussion of legal matters is incorporated by reference from the note “Commitments and Contingencies” of this document, and should be considered an integral part of this item.',
      ),
    },
    { text: say('Item 4. Mine Safety Disclosures\nNot applicable.') },
    {
      text: `Item 5. Market for Registrant’s Common Equity\nHigh, low and dividends declared per share\n${[year, year - 1].flatMap((at) => quarters.map((quarter) => `${quarter} quarter ${at} $${random.between(80, 99)}.${random.between(10, 99)} $${random.between(60, 79)}.${random.between(10, 99)} $0.${random.between(20, 80)}`)).join('\n')}`,
      topic: 'stockPrices',
    },
    {
      text: say(
        `Issuer purchases of equity securities\nPeriod, total number of shares purchased, average price paid per share, approximate dollar value that may yet be purchased\nOctober 1,${random.between(100, 999)} $${random.between(60, 99)}.12 $${getAmount('buybackRoom', year, 0.1).toLocaleString('en-US')}\nNovember 1,${random.between(100, 999)} $${random.between(60, 99)}.57\nDecember 1,${random.between(100, 999)} $${random.between(60, 99)}.31\nThe Board authorized the program in November ${year - 1}, without an expiration date.`,
      ),
      topic: 'purchasesTable',
    },
    {
      text: `Performance graph\nCumulative total return on $100 invested in ${company.name}, the S&P 500 and a peer group\n${[0, 1, 2, 3, 4, 5].map((back) => `${year - 5 + back} $${100 + back * random.between(3, 17)} $${100 + back * 11} $${100 + back * 9}`).join('\n')}`,
      topic: 'performanceGraph',
    },
    {
      text: author.tabulate(
        'Item 6. Selected Financial Data (millions, except per share)',
        [
          [company.revenue, (at) => author.getYear(at).revenue],
          ['Net income', (at) => author.getYear(at).net],
          ['Total assets', (at) => author.getYear(at).assets],
          ['Long-term debt', (at) => author.getYear(at).longDebt],
          ['Dividends paid', (at) => author.getYear(at).dividends],
          ['Number of employees at year-end', (at) => Math.round(company.size * 2.6 * (1 + (at % 5) / 40))],
        ],
        [year, year - 1, year - 2, year - 3, year - 4],
      ),
      topic: 'selectedData',
    },
  ];
}

import type { Author, Block } from '#tests/bench/reports/writing.ts';

/** The first note: what a company's accounts are based on. Alternatives make policies differ between companies. */
const POLICIES: readonly (readonly [title: string, topic: string, text: string])[] = [
  [
    'Basis of presentation',
    'policyBasis',
    'The consolidated financial statements include {company} and its subsidiaries. All intercompany transactions are eliminated. Joint ventures in which we have significant influence are accounted for by the equity method.',
  ],
  [
    'Fiscal year',
    'policyYear',
    'The year ends on [the last Saturday of|the last day of|the Sunday nearest to] {end}. Each of the last three years had [52|52 or 53] weeks.',
  ],
  [
    'Foreign currency translation',
    'policyCurrency',
    'Local currencies are generally the functional currencies. Assets and liabilities are translated at period-end rates, income and expense at average rates. A subsidiary in [Venezuela|Argentina] is accounted for as in a highly inflationary economy.',
  ],
  [
    'Cash and cash equivalents',
    'policyCash',
    'Cash equivalents are investments with [original maturities|remaining maturities at the time of purchase] of three months or less.',
  ],
  [
    'Marketable securities',
    'policySecurities',
    'Securities are classified as [available-for-sale|held-to-maturity] and an impairment that is other than temporary is charged to earnings.',
  ],
  [
    'Property, plant and equipment',
    'policyPlant',
    'Property, plant and equipment are recorded at cost. Depreciation is generally computed by the straight-line method over estimated useful lives: buildings and improvements [10 to 40|15 to 50|20 to 45] years, machinery and equipment [3 to 15|5 to 20|2 to 12] years. Maintenance is expensed as incurred.',
  ],
  [
    'Conditional asset retirement obligations',
    'policyRetirement',
    'We recognize a liability for the removal of assets at the end of their lives when its fair value can be estimated.',
  ],
  [
    'Goodwill',
    'policyGoodwill',
    'Goodwill is not amortized. It is tested [in the second quarter|in the fourth quarter|on the first day of the third quarter] of each year, and between these dates if events indicate an impairment, by comparing the fair value of a reporting unit with its carrying amount.',
  ],
  [
    'Intangible assets',
    'policyIntangibles',
    'Intangible assets with a definite life are amortized on [a straight-line|an accelerated] basis over one to twenty years; trade names with an indefinite life are not amortized.',
  ],
  [
    'Restructuring actions',
    'policyRestructuring',
    'Costs of employees who leave are recorded when they are probable and estimable, or when the plan is communicated for one-time benefits.',
  ],
  [
    'Revenue recognition',
    'policyRevenue',
    'We recognize revenue when control passes to the customer, which for most {product} is at [shipment|delivery|the point of sale]. Services and subscriptions are recognized ratably over the term. Rebates and returns are estimated and reduce revenue.',
  ],
  [
    'Advertising and merchandising',
    'policyAdvertising',
    'Advertising costs are charged to operations in the period [in which they are incurred|in which the advertisement first runs] and were {amt} in {year}, {amt} in {prior} and {amt} in {before}.',
  ],
  [
    'Shipping and handling',
    'policyShipping',
    'Amounts billed to customers for freight are part of {revenue}, and the costs are part of [cost of sales|selling, general and administrative expenses].',
  ],
  [
    'Research, development and related expenses',
    'policyResearch',
    'These costs are charged to operations as incurred. Capitalized software is amortized over [three|five|seven] years after technological feasibility.',
  ],
  [
    'Internal-use software',
    'policySoftware',
    'Direct costs of software for internal use are capitalized and amortized over [three to seven|two to five] years.',
  ],
  [
    'Environmental',
    'policyEnvironmental',
    'Expenditures that extend the life of property are capitalized. Liabilities for remediation are recorded when probable and estimable and are [not discounted|discounted at a risk-free rate].',
  ],
  [
    'Income taxes',
    'policyTaxes',
    'The provision for income taxes is determined by the asset and liability approach. We record interest and penalties of tax matters as part of [the provision for income taxes|other expense].',
  ],
  [
    'Earnings per share',
    'policyEps',
    'The difference between basic and diluted shares is the dilution of stock options and restricted stock units. Certain options were excluded because they would have been antidilutive: {number} million shares in {year}.',
  ],
  [
    'Stock-based compensation',
    'policyAwards',
    'The cost of awards is recognized at grant date fair value over the period of service, and immediately for {workers} who are eligible to retire. Options are valued with the [Black-Scholes|binomial lattice] model.',
  ],
  [
    'Derivatives and hedging',
    'policyDerivatives',
    'All derivatives are on the balance sheet at fair value. We do not hold derivatives for trading purposes. Gains of cash flow hedges are reclassified when the hedged transaction affects earnings.',
  ],
  [
    'Credit risk',
    'policyCredit',
    'Counterparties are banks with credit ratings of at least [A-|A|BBB+], and we [do|do not] require collateral from them.',
  ],
  [
    'Inventories',
    'policyInventories',
    'Inventories are stated at the lower of cost and net realizable value. Cost is determined by the {method} method.',
  ],
  [
    'Product warranties',
    'policyWarranty',
    'We accrue the estimated cost of warranties when revenue is recognized. Most {product} have warranties of [one year|two years|ninety days].',
  ],
  [
    'Vendor allowances',
    'policyAllowances',
    'Volume rebates from suppliers reduce the cost of inventory and are recognized when the goods are sold.',
  ],
];

const STANDARDS: readonly string[] = [
  'The FASB issued ASU No. 2016-02 on leases, which requires lessees to recognize assets and liabilities. We expect to adopt it on its effective date.',
  'ASU No. 2014-09 replaced the guidance on revenue recognition. We [adopted it with the modified retrospective method|adopted it with the full retrospective method].',
  'ASU No. 2017-07 changes where the components of net periodic pension cost are presented.',
  'ASU No. 2016-13 requires that expected credit losses be estimated over the life of receivables.',
  'ASU No. 2017-12 simplifies hedge accounting and changes the presentation of hedges.',
  'ASU No. 2016-09 recognizes excess tax benefits of stock-based compensation in the provision for income taxes.',
  'ASU No. 2017-04 removes the second step of the test of goodwill for impairment.',
  'ASU No. 2016-18 requires that restricted cash be part of cash in the statement of cash flows.',
  'We do not expect that the standard will have a material impact on the consolidated results of operations and financial condition.',
  'We are evaluating the effect of the standard on property, plant and equipment, inventories, goodwill and related disclosures.',
];

/** @param pronouncements paragraphs about new standards */
export function writePolicies(author: Author, pronouncements: number): Block[] {
  const { company, say, write } = author;
  return [
    ...POLICIES.map(([title, topic, text]) => ({
      text: `${title}: ${say(text.replace('{method}', company.inventory))}\n${write(STANDARDS.slice(-2), 1)}`,
      topic,
    })),
    ...Array.from({ length: pronouncements }, () => ({
      text: `New accounting pronouncements\n${write(STANDARDS, 5)}`,
    })),
  ];
}

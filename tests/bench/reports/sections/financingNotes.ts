import { format, type Author, type Block } from '#tests/bench/reports/writing.ts';

/** Notes on taxes, debt, derivatives, fair value, equity and contingencies. */
export function writeFinancingNotes(author: Author): { title: string; blocks: Block[] }[] {
  const { company, year, say, tabulate, getYear, getAmount, random } = author;
  const amount = (name: string, share: number) => (at: number) => getAmount(name, at, share);
  const rate = (low: number, high: number) => () => `${random.between(low, high)}.${random.below(10)}%`;
  const owners = company.owners.charAt(0).toUpperCase() + company.owners.slice(1);
  return [
    {
      title: 'Income Taxes',
      blocks: [
        {
          text: tabulate('Income before income taxes', [
            ['United States', amount('usIncome', 0.08)],
            ['International', amount('foreignIncome', 0.05)],
          ]),
          topic: 'pretaxSplit',
        },
        {
          text: tabulate('Provision for income taxes', [
            ['Currently payable: federal', amount('t1', 0.02)],
            ['Currently payable: state', amount('t2', 0.003)],
            ['Currently payable: international', amount('t3', 0.012)],
            ['Deferred: federal', amount('t4', 0.004)],
            ['Total', (at) => getYear(at).tax],
          ]),
          topic: 'taxProvision',
        },
        {
          text: tabulate('Reconciliation of effective income tax rates', [
            ['Statutory U.S. tax rate', (at) => (at < 2018 ? '35.0%' : '21.0%')],
            ['State income taxes, net of federal benefit', rate(0, 2)],
            ['International income taxes, net', rate(2, 6)],
            ['Research and development credit', rate(0, 1)],
            ['Excess benefits of stock awards', rate(0, 2)],
            ['Effective worldwide tax rate', (at) => `${((getYear(at).tax / getYear(at).pretax) * 100).toFixed(1)}%`],
          ]),
          topic: 'taxRate',
        },
        {
          text: tabulate(
            'Components of deferred tax assets and liabilities',
            [
              ['Accruals not currently deductible', amount('d1', 0.02)],
              ['Employee benefit obligations', amount('d2', 0.03)],
              ['Net operating loss carryforwards', amount('d3', 0.005)],
              ['Valuation allowance', (at) => -getAmount('d4', at, 0.003)],
              ['Accelerated depreciation', (at) => -getAmount('d5', at, 0.02)],
            ],
            [year, year - 1],
          ),
          topic: 'deferredTaxes',
        },
        {
          text: tabulate('Unrecognized tax benefits', [
            ['Gross balance at beginning of year', amount('u1', 0.012)],
            ['Gross increases, current year', amount('u2', 0.002)],
            ['Settlements', (at) => -getAmount('u3', at, 0.001)],
            ['Gross balance at year-end', amount('u4', 0.013)],
          ]),
          topic: 'uncertainTaxes',
        },
        {
          text: say(
            `Examinations: The Internal Revenue Service has completed its examination of returns through ${year - random.between(4, 6)}. Undistributed earnings of non-U.S. subsidiaries are [considered to be reinvested indefinitely|no longer considered to be reinvested].`,
          ),
          topic: 'taxAudits',
        },
      ],
    },
    {
      title: 'Long-Term Debt and Short-Term Borrowings',
      blocks: [
        {
          text: `Long-term debt: currency, interest rate, final maturity, carrying value\n${[2, 4, 7, 11, 19, 27].map((after) => `Medium-term note ${random.between(1, 5)}.${random.between(10, 99)}% ${year + after} ${format(getAmount(`note ${after}`, year, 0.05))}`).join('\n')}\nTotal long-term debt ${format(getYear(year).longDebt + getYear(year).maturing)}`,
          topic: 'debtTable',
        },
        {
          text: tabulate(
            'Maturities of long-term debt',
            [['Debt maturing', (at) => getAmount(`due ${year}`, at, 0.04)]],
            [1, 2, 3, 4, 5].map((after) => year + after),
          ),
          topic: 'debtMaturities',
        },
        {
          text: say(
            `Commercial paper: We may issue up to $${format(getAmount('paper', year, 0.2))} million. $${format(getYear(year).shortDebt)} million was outstanding at year-end at a weighted average rate of ${random.between(0, 2)}.${random.between(10, 99)} percent.`,
          ),
          topic: 'commercialPaper',
        },
      ],
    },
    {
      title: 'Derivatives',
      blocks: [
        {
          text: tabulate(
            'Gross notional amount of derivatives',
            [
              ['Foreign currency forward and option contracts, cash flow hedges', amount('n1', 0.1)],
              ['Interest rate contracts, fair value hedges', amount('n2', 0.05)],
              ['Commodity contracts', amount('n3', 0.01)],
              ['Contracts not designated as hedges', amount('n4', 0.12)],
            ],
            [year, year - 1],
          ),
          topic: 'notional',
        },
        {
          text: say(
            'At year-end, we expected to reclassify a [gain|loss] of {amt} after tax from accumulated other comprehensive income into earnings over the next twelve months. The longest hedge ends in {number} months.',
          ),
          topic: 'hedgeReclassification',
        },
      ],
    },
    {
      title: 'Fair Value Measurements',
      blocks: [
        {
          text: tabulate(
            'Assets measured at fair value on a recurring basis',
            [
              ['Level 1: equity securities', amount('f1', 0.01)],
              ['Level 2: corporate debt securities', amount('f2', 0.02)],
              ['Level 2: commercial paper', amount('f3', 0.01)],
              ['Level 3: auction rate securities', amount('f4', 0.0003)],
            ],
            [year, year - 1],
          ),
          topic: 'fairValueTable',
        },
        {
          text: say(
            `Financial instruments not at fair value: The carrying value of long-term debt was $${format(getYear(year).longDebt)} million, and its fair value was $${format(Math.round(getYear(year).longDebt * 1.06))} million.`,
          ),
          topic: 'debtFairValue',
        },
      ],
    },
    {
      title: `${owners}’ Equity`,
      blocks: [
        {
          text: say(
            `Share repurchases: In November ${year - 1}, the Board authorized the repurchase of up to $${format(getAmount('program', year, 0.1))} million of common stock. In {year} we repurchased ${random.between(3, 19)} million shares.`,
          ),
          topic: 'repurchases',
        },
        {
          text: tabulate('Changes in accumulated other comprehensive income by component', [
            ['Cumulative translation adjustment', (at) => -getAmount('a1', at, 0.04)],
            ['Defined benefit pension plans', (at) => -getAmount('a2', at, 0.08)],
            ['Cash flow hedges', amount('a3', 0.003)],
          ]),
          topic: 'otherComprehensive',
        },
        {
          text: say(
            `Preferred stock: 10 million shares of preferred stock, without par value, are authorized but unissued. ${format(getAmount('treasuryShares', year, 0.01))} million shares of common stock are held in treasury.`,
          ),
          topic: 'preferred',
        },
      ],
    },
    {
      title: 'Commitments and Contingencies',
      blocks: [
        {
          text: say(
            `Product liability: As of year-end, the Company is a named defendant in lawsuits of approximately {number}00 individual claimants about {product}. The accrual is $${format(getAmount('liability', year, 0.01))} million, and receivables of insurance are {amt}.`,
          ),
          topic: 'productLiability',
        },
        {
          text: say(
            `Environmental matters: Recorded liabilities for environmental remediation were $${format(getAmount('remediation', year, 0.003))} million at year-end for {number} sites, most of it to be paid over ${random.between(10, 25)} years.`,
          ),
          topic: 'environmental',
        },
        {
          text: say(
            'Antitrust: A putative class action in {region} says that makers of {product} coordinated prices. We [settled it for {amt} in {year}|believe that it is without merit and have recorded no accrual].',
          ),
          topic: 'antitrust',
        },
        {
          text: say(
            'Patent litigation: A competitor filed a complaint about patents of {product}. A trial is set for {next}. No loss is considered probable.',
          ),
          topic: 'patentCase',
        },
        {
          text: tabulate('Accrued product warranties', [
            ['Beginning balance', amount('w1', 0.004)],
            ['Accruals for warranties issued', amount('w2', 0.003)],
            ['Settlements made', (at) => -getAmount('w3', at, 0.003)],
            ['Ending balance', amount('w4', 0.004)],
          ]),
          topic: 'warrantyTable',
        },
        {
          text: say(
            'Guarantees: Indemnities that were given in sales of businesses have a maximum of {amt}, and no liability was recorded. Letters of credit were {amt}.',
          ),
          topic: 'guarantees',
        },
      ],
    },
  ];
}

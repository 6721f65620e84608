import { format, type Author, type Block } from '#tests/bench/reports/writing.ts';

/** Notes on pensions and on share-based payment. */
export function writeBenefitNotes(author: Author): { title: string; blocks: Block[] }[] {
  const { company, year, say, tabulate, getYear, getAmount, random } = author;
  const amount = (name: string, share: number) => (at: number) => getAmount(name, at, share);
  const rate = (low: number, high: number) => () => `${random.between(low, high)}.${random.between(10, 99)}%`;
  const next = [1, 2, 3, 4, 5].map((after) => year + after);
  return [
    {
      title: 'Pension and Postretirement Benefit Plans',
      blocks: [
        {
          text: say(
            `The Company has company-sponsored retirement plans that cover most U.S. {workers} and many elsewhere. The U.S. defined benefit plan was closed to new participants effective January 1, ${random.between(2004, 2013)}. {workers} hired later participate in a defined contribution plan, whose expense was {amt} in {year}.`,
          ),
          topic: 'pensionPlans',
        },
        {
          text: tabulate(
            'Change in benefit obligation and plan assets',
            [
              ['Benefit obligation at end of year', amount('p1', 0.5)],
              ['Fair value of plan assets at end of year', amount('p2', 0.42)],
              ['Funded status at end of year', (at) => getAmount('p2', at, 0.42) - getAmount('p1', at, 0.5)],
              ['Accumulated benefit obligation', amount('p3', 0.47)],
            ],
            [year, year - 1],
          ),
          topic: 'pensionFunding',
        },
        {
          text: tabulate('Components of net periodic benefit cost', [
            ['Service cost', amount('c1', 0.01)],
            ['Interest cost', amount('c2', 0.018)],
            ['Expected return on plan assets', (at) => -getAmount('c3', at, 0.03)],
            ['Amortization of net actuarial loss', amount('c4', 0.012)],
            ['Net periodic benefit cost', amount('c5', 0.01)],
          ]),
          topic: 'pensionCost',
        },
        {
          text: tabulate('Weighted-average assumptions', [
            ['Discount rate, benefit obligations', rate(3, 4)],
            ['Compensation rate increase', rate(3, 4)],
            ['Long-term rate of return on assets', rate(6, 7)],
            ['Health care cost trend rate', rate(5, 6)],
          ]),
          topic: 'pensionAssumptions',
        },
        {
          text: tabulate(
            'Fair value of plan assets by asset class',
            [
              ['U.S. equities', amount('e1', 0.08)],
              ['Fixed income', amount('e2', 0.15)],
              ['Private equity', amount('e3', 0.06)],
              ['Absolute return', amount('e4', 0.04)],
              ['Cash and cash equivalents', amount('e5', 0.02)],
            ],
            [year, year - 1],
          ),
          topic: 'pensionAssets',
        },
        {
          text: tabulate(
            'Estimated future benefit payments',
            [
              ['Pension benefits', (at) => getAmount(`benefits ${year}`, at, 0.03)],
              ['Postretirement benefits', (at) => getAmount(`health ${year}`, at, 0.004)],
            ],
            next,
          ),
          topic: 'pensionPayments',
        },
        {
          text: say(
            `In {next}, the Company expects to contribute $${format(getAmount('contribution', year, 0.01))} million of cash to its pension plans. No mandatory funding is required for the U.S. qualified plan.`,
          ),
          topic: 'pensionContributions',
        },
      ],
    },
    {
      title: 'Stock-Based Compensation',
      blocks: [
        {
          text: tabulate('Stock-based compensation expense', [
            ['Cost of sales', amount('s1', 0.001)],
            ['Selling, general and administrative', amount('s2', 0.006)],
            ['Research and development', amount('s3', 0.001)],
            ['Total, before taxes', (at) => getYear(at).awards],
          ]),
          topic: 'awardExpense',
        },
        {
          text: `Stock option activity: number of options (thousands), weighted average exercise price\nUnder option at January 1 ${format(random.between(20_000, 49_000))} $${random.between(60, 90)}.12\nGranted ${format(random.between(3_000, 6_000))} $${random.between(91, 120)}.30\nExercised (${format(random.between(4_000, 9_000))}) $${random.between(50, 70)}.84\nOptions exercisable at year-end ${format(random.between(12_000, 19_000))} $${random.between(60, 80)}.55\nTotal intrinsic value of options exercised during ${year}: $${format(getAmount('intrinsic', year, 0.01))} million`,
          topic: 'optionActivity',
        },
        {
          text: tabulate('Assumptions of the option pricing model', [
            ['Risk-free interest rate', rate(1, 2)],
            ['Dividend yield', rate(2, 3)],
            ['Expected volatility', rate(18, 26)],
            ['Expected life (months)', () => random.between(72, 79)],
          ]),
          topic: 'optionAssumptions',
        },
        {
          text: `Restricted stock unit activity: number of awards (thousands), grant date fair value\nNonvested balance at January 1 ${format(random.between(1_500, 4_000))} $${random.between(70, 99)}.47\nGranted ${format(random.between(500, 1_400))} $${random.between(100, 130)}.09\nVested (${format(random.between(600, 1_300))}) $${random.between(60, 90)}.63\nAs of year-end, there was $${format(getAmount('unvested', year, 0.006))} million of compensation expense that has yet to be recognized, over a weighted-average period of ${random.between(17, 33)} months`,
          topic: 'unitActivity',
        },
        {
          text: say(
            `General employees’ stock purchase plan: {workers} may buy shares at ${random.pick(['85', '90'])} percent of their market price. ${company.name} issued {number}0 thousand shares under it in {year}.`,
          ),
          topic: 'purchasePlan',
        },
      ],
    },
  ];
}

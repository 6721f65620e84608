import { format, type Author, type Block } from '#tests/bench/reports/writing.ts';

/** Notes on the business and what it owns. */
export function writeOperatingNotes(author: Author): { title: string; blocks: Block[] }[] {
  const { company, year, say, tabulate, getYear, getAmount, random } = author;
  const amount = (name: string, share: number) => (at: number) => getAmount(name, at, share);
  return [
    {
      title: 'Acquisitions and Divestitures',
      blocks: [
        {
          text: say(
            `In ${random.pick(['March', 'May', 'October'])} ${year}, {company} purchased all of the shares of ${random.pick(['Trelling', 'Osgard', 'Pinmore', 'Cawdale'])} ${random.pick(['Holdings', 'Laboratories', 'Brothers'])}, a maker of {product} in {city}, for $${format(getAmount('acquired', year, 0.03))} million in cash, net of cash acquired. It is part of {segment}.`,
          ),
          topic: 'acquisition',
        },
        {
          text: tabulate(
            'Purchase price allocation',
            [
              ['Accounts receivable', amount('pa1', 0.003)],
              ['Property, plant and equipment', amount('pa2', 0.004)],
              ['Purchased intangible assets', amount('pa3', 0.01)],
              ['Purchased goodwill', amount('pa4', 0.012)],
              ['Accounts payable and other liabilities', amount('pa5', 0.004)],
            ],
            [year],
          ),
          topic: 'purchasePrice',
        },
        {
          text: say(
            'Divestitures: In {year} we sold a business that makes {product} to a strategic buyer, with a pre-tax gain of {amt}, which is part of other income.',
          ),
          topic: 'divestiture',
        },
      ],
    },
    {
      title: 'Revenue',
      blocks: [
        {
          text: tabulate(
            `Disaggregated ${company.revenue} by product line`,
            company.products.map((product) => [`Total ${product}`, amount(`product ${product}`, 0.15)]),
          ),
          topic: 'productRevenue',
        },
        {
          text: say(
            'Contract balances: Deferred revenue was {amt} at the end of {year}, most of which will be recognized within twelve months. Contract assets were not material.',
          ),
          topic: 'deferredRevenue',
        },
      ],
    },
    {
      title: 'Restructuring Actions',
      blocks: [
        {
          text: say(
            'In the [second|third|fourth] quarter of {year}, management approved a plan that reduces the workforce by approximately {number}00 positions, primarily in {segment} and corporate functions, and is expected to be complete by the end of {next}.',
          ),
          topic: 'restructuringPlan',
        },
        {
          text: tabulate('Accrued restructuring', [
            ['Employee-related', amount('re1', 0.004)],
            ['Asset-related', amount('re2', 0.001)],
            ['Cash payments', (at) => -getAmount('re3', at, 0.003)],
            ['Accrued balance at year-end', amount('re4', 0.002)],
          ]),
          topic: 'restructuringTable',
        },
      ],
    },
    {
      title: 'Supplemental Balance Sheet Information',
      blocks: [
        {
          text: tabulate(
            'Inventories',
            [
              ['Finished goods', amount('fg', 0.05)],
              ['Work in process', amount('wip', 0.03)],
              ['Raw materials and supplies', amount('raw', 0.03)],
              ['Total inventories', (at) => getYear(at).inventories],
            ],
            [year, year - 1],
          ),
          topic: 'inventoriesTable',
        },
        {
          text: tabulate(
            'Property, plant and equipment, at cost',
            [
              ['Land', amount('land', 0.01)],
              ['Buildings and leasehold improvements', amount('bld', 0.2)],
              ['Machinery and equipment', amount('mach', 0.45)],
              ['Construction in progress', amount('cip', 0.04)],
              ['Gross', (at) => getYear(at).grossPlant],
              ['Less: accumulated depreciation', (at) => -getYear(at).depreciated],
            ],
            [year, year - 1],
          ),
          topic: 'plantTable',
        },
        {
          text: tabulate(
            'Accrued and other current liabilities',
            [
              ['Accrued trade payables', amount('atp', 0.02)],
              ['Deferred income', amount('din', 0.01)],
              ['Product and other claims', amount('clm', 0.005)],
              ['Employee benefits and withholdings', amount('ebw', 0.01)],
              ['Accrued rebates', amount('reb', 0.015)],
            ],
            [year, year - 1],
          ),
          topic: 'accruedTable',
        },
      ],
    },
    {
      title: 'Goodwill and Intangible Assets',
      blocks: [
        {
          text: tabulate(
            'Goodwill by segment',
            company.segments.map((segment) => [segment, amount(`goodwill ${segment}`, 0.08)]),
            [year, year - 1],
          ),
          topic: 'goodwillTable',
        },
        {
          text: say(
            'The annual test found [no impairment|that the fair value of one reporting unit of {segment} was below its carrying amount, and a charge was recorded]. The accumulated impairment losses of earlier years are {amt}.',
          ),
          topic: 'goodwillTest',
        },
        {
          text: tabulate(
            'Acquired intangible assets, excluding goodwill',
            [
              ['Customer related', amount('cr', 0.08)],
              ['Patents', amount('pt', 0.02)],
              ['Other technology-based', amount('tb', 0.02)],
              ['Definite-lived tradenames', amount('tn', 0.04)],
              ['Accumulated amortization', (at) => -getAmount('aam', at, 0.06)],
            ],
            [year, year - 1],
          ),
          topic: 'intangiblesTable',
        },
        {
          text: tabulate(
            'Expected amortization expense of the succeeding years',
            [['Amortization expense', (at) => getAmount(`expected ${year}`, at, 0.01)]],
            [1, 2, 3, 4, 5].map((after) => year + after),
          ),
          topic: 'amortizationSchedule',
        },
      ],
    },
    {
      title: 'Leases',
      blocks: [
        {
          text: tabulate('Rental expense under operating leases', [['Rental expense', amount('rent', 0.015)]]),
          topic: 'rentExpense',
        },
        {
          text: tabulate(
            'Minimum lease payments under operating leases with terms of more than one year',
            [
              ['Operating leases', (at) => getAmount(`minimum ${year}`, at, 0.01)],
              ['Capital leases', (at) => getAmount(`capital ${year}`, at, 0.001)],
            ],
            [1, 2, 3, 4, 5].map((after) => year + after),
          ),
          topic: 'leasePayments',
        },
      ],
    },
    {
      title: 'Business Segments',
      blocks: [
        {
          text: tabulate(
            `${company.revenue} of segments`,
            company.segments.map((segment) => [segment, amount(`segment ${segment}`, 1 / company.segments.length)]),
          ),
          topic: 'segmentRevenue',
        },
        {
          text: tabulate(
            'Operating income of segments',
            company.segments.map((segment) => [segment, amount(`profit ${segment}`, 0.16 / company.segments.length)]),
          ),
          topic: 'segmentProfit',
        },
        {
          text: tabulate(
            'Assets, depreciation and capital expenditures of segments',
            company.segments.flatMap(
              (segment) =>
                [
                  [`${segment} assets`, amount(`assets ${segment}`, 0.3)],
                  [`${segment} depreciation and amortization`, amount(`da ${segment}`, 0.015)],
                  [`${segment} capital expenditures`, amount(`capex ${segment}`, 0.015)],
                ] as const,
            ),
          ),
          topic: 'segmentAssets',
        },
      ],
    },
    {
      title: 'Geographic Areas',
      blocks: [
        {
          text: tabulate(
            `${company.revenue} by geographic area`,
            company.regions.map((region) => [region, amount(`region ${region}`, 0.25)]),
          ),
          topic: 'regionRevenue',
        },
        {
          text: tabulate(
            'Property, plant and equipment, net by geographic area',
            company.regions.map((region) => [region, amount(`plant ${region}`, 0.08)]),
            [year, year - 1],
          ),
          topic: 'regionPlant',
        },
      ],
    },
  ];
}

import { policies } from './financePolicies.ts';
import { docx, file, folder, pdf, pptx, txt, type SampleFile, type SampleSite } from './siteDefinition.ts';

/** Rent, wages and travel in thousands of crowns. Except for these, the monthly reports are alike, as real ones are. */
const months: [name: string, day: string, rent: number, wages: number, travel: number][] = [
  ['January', '2026-02-04', 41, 612, 18],
  ['February', '2026-03-04', 41, 615, 22],
  ['March', '2026-04-07', 43, 618, 37],
  ['April', '2026-05-05', 43, 624, 29],
  ['May', '2026-06-03', 43, 631, 31],
  ['June', '2026-07-03', 44, 640, 46],
  ['July', '2026-08-05', 44, 642, 12],
  ['August', '2026-09-03', 44, 638, 9],
  ['September', '2026-10-05', 45, 655, 33],
  ['October', '2026-11-04', 45, 661, 40],
];

function monthlyReport([month, day, rent, wages, travel]: (typeof months)[number], index: number): SampleFile {
  const report = docx({
    [`${month} 2026`]: [`This report was prepared by the finance team for ${month} 2026.`],
    '> Costs': [
      `Studio rent came to ${rent} thousand crowns in ${month} 2026.`,
      `Wages came to ${wages} thousand crowns in ${month} 2026.`,
    ],
    '> Travel': [`Travel cost the studio ${travel} thousand crowns in ${month} 2026.`],
  });
  return file(`2026-${String(index + 1).padStart(2, '0')} ${month}.docx`, 'ben', day, report);
}

const quarters = [
  ['Q1', '2026-04-20', '4.1', '0.6', 'the harbour exhibition'],
  ['Q2', '2026-07-20', '4.4', '0.7', 'the Fabrikam showroom'],
  ['Q3', '2026-10-20', '3.9', '0.4', 'the ferry terminal'],
].map(([quarter, day, revenue, profit, project]) =>
  file(
    `${quarter} 2026 Review.pptx`,
    'ada',
    day!,
    pptx({
      [`${quarter} 2026`]: ['Review for the management team'],
      Revenue: [
        `Revenue in ${quarter} was ${revenue} million crowns.`,
        `The largest project of ${quarter} was ${project}.`,
      ],
      Profit: [`Profit in ${quarter} was ${profit} million crowns.`],
      Outlook: ['The order book is full until the spring.'],
    }),
  ),
);

const audit = [
  file(
    'Audit Letter 2025.pdf',
    'ada',
    '2026-05-28',
    pdf([
      ['Audit letter for 2025', 'The books of Northwind Studio give a true picture of its affairs.'],
      [
        'Remarks',
        'The auditors ask that travel advances be settled every quarter.',
        'Two invoices of 2025 were booked in the wrong month.',
      ],
    ]),
  ),
  file(
    'Audit Findings 2025.docx',
    'ada',
    '2026-05-28',
    docx({
      Findings: ['The auditors were Hollis and Rowe.'],
      '> Travel advances': ['Travel advances of 7,300 crowns were open at the end of 2025.'],
      '> Inventory': ['The inventory of lenses was counted only once in 2025.'],
    }),
  ),
  file('Signed Audit Certificate.pdf', 'ada', '2026-05-29', { format: 'scan', pages: 2 }),
  file('Old Ledger Export.pdf', 'ben', '2019-08-14', { format: 'broken' }),
];

const payroll = [
  file(
    'Salary Bands 2027.docx',
    'ada',
    '2026-10-30',
    docx({
      'Salary bands 2027': ['These bands are known to the head of finance alone.'],
      '> Band C': ['Band C runs from 52,400 to 61,900 crowns a year.'],
      '> Band D': ['Band D runs from 62,000 to 74,500 crowns a year.'],
    }),
    { readers: [] },
  ),
  file(
    'Payroll Calendar 2027.txt',
    'ben',
    '2026-10-12',
    txt('Payroll calendar 2027', 'Wages are paid on the 25th, in December on the 18th.'),
  ),
];

const planning = [
  file(
    'Budget 2027.pdf',
    'ada',
    '2026-11-02',
    pdf([
      ['Budget 2027', 'The budget for 2027 assumes 17.2 million crowns of revenue.'],
      [
        'Departments',
        'Design receives 2.3 million crowns in 2027. Engineering receives 3.8 million crowns in 2027.',
        'Marketing receives 0.9 million crowns in 2027.',
      ],
      ['Investments', 'The model workshop is rebuilt in 2027 for 410,000 crowns.'],
    ]),
  ),
  file(
    'Forecast Assumptions.pptx',
    'ben',
    '2026-10-27',
    pptx({
      Assumptions: ['Prices rise by three per cent.', 'One large customer leaves in the summer.'],
      Currency: ['The crown stays where it is.'],
    }),
  ),
  file(
    'Investment Plan.pdf',
    'ben',
    '2026-09-15',
    pdf([
      ['Investment plan', 'The printing press is replaced in the autumn of 2028.'],
      ['Order of work', 'The roof of the Mill comes before the heating of the Harbour building.'],
    ]),
  ),
];

/** Its library Documents has 32 files: 30 of supported types (one locked, one broken, one scanned) and two others. */
export const finance: SampleSite = {
  key: 'finance',
  name: 'Finance',
  description: 'Budgets, reports and rules about money',
  created: '2021-03-01',
  owners: ['ada'],
  visitors: ['ben', 'ines'],
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        folder('Policies', 'ada', policies),
        folder('Monthly Reports', 'ben', [folder('2026', 'ben', months.map(monthlyReport))]),
        folder('Quarterly Reviews', 'ada', quarters),
        folder('Audit', 'ada', audit),
        folder('Payroll', 'ada', payroll),
        folder('Planning', 'ada', planning),
        file(
          'Welcome to Finance.txt',
          'ada',
          '2026-01-05',
          txt('Welcome to Finance', 'Ada Moreau owns this site. Ben Okafor answers questions about invoices.'),
        ),
        file('Bank Vault Codes.pdf', 'ada', '2024-06-11', {
          format: 'locked',
          text: 'The vault code is kept here.',
          password: 'open sesame',
        }),
        file('Ledger 2026.csv', 'ben', '2026-11-04', txt('month,rent,wages\nJanuary,41,612\nFebruary,41,615')),
        file('Finance Team.png', 'ben', '2025-09-01', { format: 'png', width: 320, height: 200 }),
      ],
    },
    {
      name: 'Contracts',
      items: [
        file(
          'Lease of the Mill.pdf',
          'ada',
          '2022-01-10',
          pdf([
            ['Lease', 'Northwind Studio leases the Mill building from the Weir Trust.'],
            ['Term', 'The lease ends on 31 August 2031. Notice is given 12 months ahead.'],
          ]),
          { sharedWith: ['farid'] },
        ),
      ],
    },
  ],
  lists: [
    {
      name: 'Suppliers',
      author: 'ben',
      rows: [
        {
          Title: 'Brightwater Paper',
          City: 'Aalsund',
          PaymentDays: 30,
          Terms:
            '<p>Proof paper is delivered within <b>five working days</b>.</p><p>Rush orders cost 12 percent more.</p>',
        },
        { Title: 'Osk Lenses', City: 'Merrow', PaymentDays: 14, Terms: '<p>Repairs take three weeks.</p>' },
        { Title: 'Tallow & Sons', City: 'Aalsund', PaymentDays: 21 },
      ],
    },
  ],
};

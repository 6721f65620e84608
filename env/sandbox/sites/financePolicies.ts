import { docx, file, pdf, txt } from './siteDefinition.ts';

/** The policies of Finance, in different formats and layouts. */
export const policies = [
  file(
    'Expenses Policy.docx',
    'ada',
    '2026-01-12',
    docx({
      'Expenses Policy': ['This policy holds for everybody who spends the money of Northwind Studio.'],
      '> Meals': ['A dinner with a client is refunded up to 55 crowns a head.', 'Alcohol is never refunded.'],
      '> Hotels': ['A night in a hotel is refunded up to 140 crowns, breakfast included.'],
      '> Receipts': [
        'Receipts must be handed in within 30 days of the purchase.',
        'Without a receipt nothing above 10 crowns is refunded.',
      ],
    }),
  ),
  file(
    'Procurement Policy.docx',
    'ada',
    '2025-11-20',
    docx({
      'Procurement Policy': ['Whoever buys for the studio compares offers first.'],
      '> Offers': ['Three written offers are needed for anything above 5,000 crowns.'],
      '> Approval': ['The head of finance approves purchases above 20,000 crowns.'],
    }),
  ),
  file(
    'Invoicing Guide.pdf',
    'ben',
    '2026-02-17',
    pdf(
      [
        [
          'Invoicing Guide',
          'An invoice is sent within five working days of delivery. It names the project number, the customer and the date of delivery.',
          'Customers pay within 21 days unless their contract says otherwise.',
        ],
        [
          'Reminders',
          'A first reminder goes out ten days after the payment was due. It is friendly and names the invoice.',
          'The third reminder is signed by the general counsel.',
        ],
      ],
      { columns: 2, header: 'Northwind Studio, finance' },
    ),
  ),
  file(
    'Company Cards.txt',
    'ben',
    '2026-03-09',
    txt(
      'Company cards',
      'A company card is blocked after two months without use.',
      'A lost card is reported to the bank first and to Ada Moreau second.',
    ),
  ),
  file(
    'Treasury Handbook.pdf',
    'ada',
    '2025-12-01',
    pdf(
      [
        ['Treasury Handbook'],
        ['Foreword', 'This handbook replaces the one of 2021.'],
        ['Accounts', 'The studio keeps its reserves at two banks.', 'The reserve covers four months of wages.'],
        [
          'Foreign currency',
          'Payments in foreign currency are made on Thursdays.',
          'Nobody may hold more than 2,000 crowns in cash.',
        ],
        ['Loans', 'The loan for the Mill building ends in 2031.'],
      ],
      { romanPages: 2, header: 'Treasury Handbook', footer: 'Page' },
    ),
  ),
  file(
    'Approval Limits.docx',
    'ada',
    '2026-01-12',
    docx({ 'Approval limits': ['The table says who may approve how much without asking anybody.'] }, [
      ['Role', 'Limit in crowns'],
      ['Team lead', '1,500'],
      ['Head of department', '12,000'],
      ['Head of finance', '75,000'],
    ]),
  ),
];

import type { Author, Block } from '#tests/bench/reports/writing.ts';

const AGREEMENTS = [
  'Form of Restricted Stock Unit Award Agreement',
  'Form of Stock Option Agreement',
  'Executive Severance Plan',
  'Deferred Compensation Plan',
  'Amended and Restated Credit Agreement',
  'Supplemental Retirement Plan',
  'Indenture for Senior Notes',
  'Change in Control Agreement',
  'Annual Incentive Plan',
  'Form of Indemnification Agreement',
];
const DEFINED = [
  'Capital Expenditures',
  'Consolidated EBITDA',
  'Consolidated Interest Expense',
  'Consolidated Net Income',
  'Indebtedness',
  'Lien',
  'Material Adverse Effect',
  'Permitted Acquisition',
  'Pension Plan',
  'Capital Lease Obligations',
  'Goodwill',
  'Inventory',
  'Receivables',
  'Restricted Payment',
  'Subsidiary Guarantor',
  'Taxes',
  'Total Assets',
  'Leverage Ratio',
  'Commitment Fee',
  'Dividends',
];

const CLAUSES: readonly string[] = [
  'The Borrower shall not, and shall not permit any Subsidiary to, make any expenditure for fixed or capital assets, property, plant or equipment, except as permitted by Section {number}.',
  'Each Lender’s commitment shall be reduced by mandatory prepayments from the proceeds of the sale of assets.',
  'The Borrower shall deliver audited balance sheets and statements of income, {owners}’ equity and cash flows within 90 days after the end of each fiscal year.',
  'Interest shall accrue at the Adjusted LIBO Rate plus the Applicable Margin, which depends on the credit rating.',
  'No ERISA Event has occurred that could reasonably be expected to result in a Material Adverse Effect with regard to any pension plan.',
  'The Borrower has filed all tax returns and paid all taxes, except those contested in good faith.',
  'There are no actions, suits or proceedings, including litigation about environmental matters, that are pending or threatened.',
  'The Borrower will maintain insurance on inventory, equipment and buildings, and keep its property in good working order.',
  'Dividends, distributions and repurchases of stock are Restricted Payments, unless the ratio of debt to EBITDA is below {number} to 1.',
  'The obligations of the Lenders to make Loans are subject to the accuracy of the representations and warranties.',
  'An Event of Default occurs if the Borrower fails to pay principal or interest, or if a change in control happens.',
  'The Administrative Agent may rely upon any certificate that it believes to be genuine.',
];

const PLAN_TERMS: readonly string[] = [
  'A Participant may elect to defer up to {number} percent of base salary and bonus for a Plan Year.',
  'Accounts are credited with earnings of the investment funds that the Participant selects.',
  'The Committee may amend the Plan at any time, but not reduce the balance of an account.',
  'Stock options and restricted stock units vest on the [first|second|third] anniversary of the grant date, subject to continued employment.',
  'Upon retirement, benefits are paid in a lump sum or in annual installments.',
  'The exercise price of an option shall not be less than the fair market value of a share on the grant date.',
  'Taxes that are required to be withheld shall be deducted from payments.',
  'Pension benefits under the Supplemental Plan are offset by benefits from the qualified plan.',
  'Performance shares depend on organic growth, earnings per share, return on invested capital and free cash flow.',
];

/** Items 9 to 15 and exhibits, whose agreements repeat the words of the statements. */
export function writeClosing(author: Author): Block[] {
  const { random, say, write, year, company } = author;
  const exhibits = Array.from(
    { length: 120 },
    (_, index) =>
      `10.${index + 1} ${random.pick(AGREEMENTS)}, dated ${random.pick(['May', 'June', 'November'])} ${random.between(1, 28)}, ${random.between(2005, year)} (incorporated by reference from Form ${random.pick(['8-K', '10-Q', '10-K'])} for ${random.between(2005, year)})`,
  );
  return [
    {
      text: say(
        'Item 9A. Controls and Procedures\nManagement concluded that internal control over financial reporting was effective as of year-end. Management’s assessment excluded a business that was acquired in {year}.',
      ),
      topic: 'controls',
    },
    {
      text: say(
        'Item 10. Directors, Executive Officers and Corporate Governance\nInformation is incorporated by reference from the definitive proxy statement. All {workers} are subject to a code of conduct.',
      ),
    },
    {
      text: say(
        'Item 11. Executive Compensation\nIncorporated by reference from the proxy statement, including pension benefits, stock options and severance.',
      ),
    },
    {
      text: say(
        `Item 12. Securities authorized for issuance under equity compensation plans\nNumber of securities to be issued upon exercise of outstanding options ${random.between(20, 60)} million; remaining available for future issuance ${random.between(10, 50)} million.`,
      ),
      topic: 'availableShares',
    },
    {
      text: say(
        `Item 14. Principal Accountant Fees and Services\nFees for audit, tax and other services are in the proxy statement.`,
      ),
    },
    {
      text: author.tabulate('Schedule II. Valuation and qualifying accounts', [
        ['Allowance for doubtful accounts, beginning balance', (at) => author.getAmount('doubtful', at - 1, 0.003)],
        ['Charged to expense', (at) => author.getAmount('charged', at, 0.001)],
        ['Ending balance', (at) => author.getAmount('doubtful', at, 0.003)],
      ]),
      topic: 'doubtful',
    },
    ...Array.from({ length: 6 }, (_, index) => ({
      text: `Index to exhibits\n${exhibits.slice(index * 20, index * 20 + 20).join('\n')}`,
    })),
    ...Array.from({ length: 3 }, () => ({
      text: say(
        `Exhibit 31. Certification\nI have reviewed this annual report on Form 10-K of ${company.name} for {year}. Based on my knowledge, this report does not contain any untrue statement of a material fact, and the financial statements fairly present the financial condition, results of operations and cash flows of ${company.name}.`,
      ),
    })),
    ...DEFINED.flatMap((term) => [
      {
        text:
          say(
            `Exhibit 10.5. Credit Agreement, Section 1.01 Defined Terms\n“${term}” means, for any period, the aggregate of all amounts that are or should be included as ${term.toLowerCase()} in the consolidated financial statements of the Borrower in accordance with GAAP. `,
          ) + write(CLAUSES, 5),
      },
      { text: `Exhibit 10.5. Credit Agreement, covenants with regard to ${term}\n${write(CLAUSES, 8)}` },
      { text: `Exhibit 10.9. Deferred Compensation and Incentive Plan\n${write(PLAN_TERMS, 7)}` },
    ]),
  ];
}

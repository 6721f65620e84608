import type { Author, Block } from '#tests/bench/reports/writing.ts';

/** The statements. The balance sheet and the cash flows continue on a second page, as in real reports. */
export function writeStatements(author: Author): Block[] {
  const { company, getYear, tabulate, year } = author;
  const two = [year, year - 1];
  const title = (name: string) => `${company.name}\nConsolidated ${name}\n(millions, except per share amounts)`;
  const owners = company.owners.charAt(0).toUpperCase() + company.owners.slice(1);
  const revenue = company.revenue.charAt(0).toUpperCase() + company.revenue.slice(1);
  const perShare = (at: number, more: number) => (getYear(at).net / (getYear(at).shares + more)).toFixed(2);
  return [
    {
      topic: 'income',
      text: tabulate(title(`Statements of ${company.income}`), [
        [revenue, (at) => getYear(at).revenue],
        'Operating expenses',
        ['Cost of sales', (at) => getYear(at).costs],
        ['Selling, general and administrative', (at) => getYear(at).selling],
        ['Research and development', (at) => getYear(at).research],
        ['Restructuring charges', (at) => getYear(at).restructuring],
        ['Impairment of assets', (at) => getYear(at).impairment],
        ['Operating income', (at) => getYear(at).operating],
        ['Interest expense', (at) => getYear(at).interest],
        ['Other income, net', (at) => -getYear(at).otherIncome],
        ['Income before income taxes', (at) => getYear(at).pretax],
        ['Provision for income taxes', (at) => getYear(at).tax],
        ['Net income including noncontrolling interest', (at) => getYear(at).net],
        ['Less: net income attributable to noncontrolling interest', (at) => getYear(at).minority],
        ['Weighted average shares outstanding, basic', (at) => getYear(at).shares],
        ['Earnings per share, basic', (at) => perShare(at, 0)],
        ['Weighted average shares outstanding, diluted', (at) => getYear(at).shares + 9],
        ['Earnings per share, diluted', (at) => perShare(at, 9)],
      ]),
    },
    {
      topic: 'comprehensive',
      text: tabulate(title('Statements of Comprehensive Income'), [
        ['Net income', (at) => getYear(at).net],
        ['Cumulative translation adjustment', (at) => author.getAmount('translation', at, 0.01)],
        ['Defined benefit plans adjustment', (at) => -author.getAmount('benefitAdjustment', at, 0.012)],
        ['Cash flow hedging instruments', (at) => author.getAmount('hedges', at, 0.002)],
        [
          'Total comprehensive income',
          (at) =>
            getYear(at).net +
            author.getAmount('translation', at, 0.01) +
            author.getAmount('hedges', at, 0.002) -
            author.getAmount('benefitAdjustment', at, 0.012),
        ],
      ]),
    },
    {
      topic: 'assets',
      text: tabulate(
        title('Balance Sheets'),
        [
          'Assets',
          'Current assets',
          ['Cash and cash equivalents', (at) => getYear(at).cash],
          ['Marketable securities, current', (at) => getYear(at).securities],
          ['Accounts receivable, net of allowances', (at) => getYear(at).receivables],
          ['Total inventories', (at) => getYear(at).inventories],
          ['Prepaids and other current assets', (at) => getYear(at).prepaid],
          ['Total current assets', (at) => getYear(at).currentAssets],
          ['Property, plant and equipment', (at) => getYear(at).grossPlant],
          ['Less: accumulated depreciation', (at) => -getYear(at).depreciated],
          ['Property, plant and equipment, net', (at) => getYear(at).plant],
          ['Goodwill', (at) => getYear(at).goodwill],
          ['Intangible assets, net', (at) => getYear(at).intangibles],
          ['Other assets', (at) => getYear(at).otherAssets + getYear(at).rightsOfUse],
          ['Total assets', (at) => getYear(at).assets],
        ],
        two,
      ),
    },
    {
      topic: 'liabilities',
      text: tabulate(
        `${title('Balance Sheets')} (continued)`,
        [
          'Liabilities',
          'Current liabilities',
          ['Short-term borrowings', (at) => getYear(at).shortDebt],
          ['Current portion of long-term debt', (at) => getYear(at).maturing],
          ['Accounts payable', (at) => getYear(at).payables],
          ['Accrued payroll and other current liabilities', (at) => getYear(at).accrued],
          ['Total current liabilities', (at) => getYear(at).currentLiabilities],
          ['Long-term debt', (at) => getYear(at).longDebt],
          ['Pension and postretirement benefits', (at) => getYear(at).pension],
          ['Deferred income taxes', (at) => getYear(at).deferredTax],
          ['Other liabilities', (at) => getYear(at).otherLiabilities],
          ['Total liabilities', (at) => getYear(at).liabilities],
          `${owners}’ equity`,
          ['Common stock and additional paid-in capital', (at) => author.getAmount('paidIn', at, 0.1)],
          [`Total ${company.owners}’ equity`, (at) => getYear(at).equity],
        ],
        two,
      ),
    },
    {
      topic: 'cashOperating',
      text: tabulate(title('Statements of Cash Flows'), [
        'Cash flows from operating activities',
        ['Net income including noncontrolling interest', (at) => getYear(at).net],
        ['Depreciation', (at) => getYear(at).depreciation],
        ['Amortization of intangible assets', (at) => getYear(at).amortization],
        ['Stock-based compensation', (at) => getYear(at).awards],
        ['Changes in assets and liabilities', (at) => getYear(at).working],
        ['Net cash provided by operating activities', (at) => getYear(at).fromOperations],
      ]),
    },
    {
      topic: 'cashInvesting',
      text: tabulate(`${title('Statements of Cash Flows')} (continued)`, [
        'Cash flows from investing activities',
        [company.capex, (at) => -getYear(at).capex],
        ['Acquisitions, net of cash acquired', (at) => -getYear(at).acquisitions],
        ['Proceeds from sale of property and businesses', (at) => getYear(at).sold],
        ['Net cash used in investing activities', (at) => getYear(at).forInvesting],
        'Cash flows from financing activities',
        ['Proceeds from debt', (at) => getYear(at).borrowed],
        ['Repayment of debt', (at) => -getYear(at).repaid],
        ['Purchases of treasury stock', (at) => -getYear(at).buybacks],
        [`Dividends paid to ${company.owners}`, (at) => -getYear(at).dividends],
        ['Net cash used in financing activities', (at) => getYear(at).forFinancing],
      ]),
    },
    {
      topic: 'equity',
      text: tabulate(title(`Statements of Changes in ${owners}’ Equity`), [
        ['Balance at end of year, total', (at) => getYear(at).equity],
        ['Retained earnings', (at) => author.getAmount('retained', at, 0.5)],
        ['Treasury stock', (at) => -author.getAmount('treasury', at, 0.3)],
        ['Accumulated other comprehensive loss', (at) => -author.getAmount('otherLoss', at, 0.08)],
        ['Dividends declared', (at) => -getYear(at).dividends],
      ]),
    },
  ];
}

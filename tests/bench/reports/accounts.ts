import { createRandom } from '#sandbox/random.ts';
import type { Company } from './company.ts';

const FIRST_YEAR = 2012;

/** A number from -1 to 1 that depends on company, name and year only. */
const vary = ({ id }: Company, name: string, year: number) => createRandom(`${id}/${name}/${year}`).next() * 2 - 1;

function getRevenue(company: Company, year: number): number {
  let revenue = company.size;
  for (let at = FIRST_YEAR; at < year; at += 1) revenue *= 1.03 + 0.05 * vary(company, 'growth', at);
  return Math.round(revenue);
}

/** An amount in millions that is about this share of a year's revenue. The same name and year give the same amount. */
export function getAmount(company: Company, name: string, year: number, share: number): number {
  const usual = 1 + 0.35 * vary(company, name, 0);
  return Math.round(getRevenue(company, year) * share * usual * (1 + 0.15 * vary(company, name, year)));
}

export type Accounts = ReturnType<typeof getAccounts>;

/** The figures of a company's year in millions, whose totals add up. */
export function getAccounts(company: Company, year: number) {
  const get = (name: string, share: number) => getAmount(company, name, year, share);
  const revenue = getRevenue(company, year);
  const costs = get('costs', 0.57);
  const selling = get('selling', 0.18);
  const research = get('research', 0.04);
  const restructuring = get('restructuring', 0.006);
  const impairment = get('impairment', 0.003);
  const operating = revenue - costs - selling - research - restructuring - impairment;
  const interest = get('interest', 0.015);
  const otherIncome = get('otherIncome', 0.003);
  const pretax = operating - interest + otherIncome;
  const tax = Math.round(pretax * (0.24 + 0.06 * vary(company, 'taxRate', year)));
  const net = pretax - tax;
  const minority = get('minority', 0.002);
  const shares = Math.round(company.size / 18 + 12 * vary(company, 'shares', year));

  const [cash, receivables, inventories] = [get('cash', 0.09), get('receivables', 0.13), get('inventories', 0.11)];
  const [securities, prepaid] = [get('securities', 0.04), get('prepaid', 0.03)];
  const currentAssets = cash + securities + receivables + inventories + prepaid;
  const [grossPlant, depreciated] = [get('grossPlant', 0.72), get('depreciated', 0.38)];
  const [goodwill, intangibles, rightsOfUse] = [
    get('goodwill', 0.3),
    get('intangibles', 0.14),
    get('rightsOfUse', 0.05),
  ];
  const otherAssets = get('otherAssets', 0.05);
  const assets = currentAssets + grossPlant - depreciated + goodwill + intangibles + rightsOfUse + otherAssets;
  const [shortDebt, payables, accrued] = [get('shortDebt', 0.02), get('payables', 0.1), get('accrued', 0.09)];
  const [maturing, longDebt] = [get('maturing', 0.02), get('longDebt', 0.29)];
  const currentLiabilities = shortDebt + payables + accrued + maturing;
  const [pension, deferredTax, otherLiabilities] = [
    get('pension', 0.08),
    get('deferredTax', 0.04),
    get('otherLiab', 0.05),
  ];
  const liabilities = currentLiabilities + longDebt + pension + deferredTax + otherLiabilities;

  const [depreciation, amortization, awards] = [
    get('depreciation', 0.04),
    get('amortization', 0.012),
    get('awards', 0.009),
  ];
  const working = Math.round(get('working', 0.02) * vary(company, 'workingSign', year));
  const fromOperations = net + depreciation + amortization + awards + working;
  const [capex, acquisitions, sold] = [get('capex', 0.052), get('acquisitions', 0.03), get('sold', 0.004)];
  const forInvesting = -capex - acquisitions + sold;
  const [borrowed, repaid] = [get('borrowed', 0.05), get('repaid', 0.045)];
  const [dividends, buybacks] = [get('dividends', 0.03), get('buybacks', 0.035)];
  return {
    revenue,
    costs,
    selling,
    research,
    restructuring,
    impairment,
    operating,
    interest,
    otherIncome,
    pretax,
    tax,
    net,
    minority,
    shares,
    cash,
    securities,
    receivables,
    inventories,
    prepaid,
    currentAssets,
    grossPlant,
    depreciated,
    plant: grossPlant - depreciated,
    goodwill,
    intangibles,
    rightsOfUse,
    otherAssets,
    assets,
    shortDebt,
    payables,
    accrued,
    maturing,
    currentLiabilities,
    longDebt,
    pension,
    deferredTax,
    otherLiabilities,
    liabilities,
    equity: assets - liabilities,
    depreciation,
    amortization,
    awards,
    working,
    fromOperations,
    capex,
    acquisitions,
    sold,
    forInvesting,
    borrowed,
    repaid,
    dividends,
    buybacks,
    forFinancing: borrowed - repaid - dividends - buybacks,
  };
}

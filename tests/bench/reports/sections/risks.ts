import type { Author, Block } from '#tests/bench/reports/writing.ts';
import { CONSEQUENCES } from './consequences.ts';

/** A risk: a noun phrase, what is at stake, and sentences about it. */
type Risk = readonly [subject: string, stake: string, ...sentences: string[]];

/** Risk factors use the words of all statements and notes, without a figure that answers a question. */
const RISKS: readonly Risk[] = [
  [
    'capital expenditures',
    'property, plant and equipment',
    'We spend [significant|substantial] amounts on buildings, machines and equipment each year, and projects can cost more than planned.',
    'Purchases of property, plant and equipment may not earn the return that we expected.',
    'Delays in construction could leave us without capacity when {customer} need it.',
  ],
  [
    'impairment of goodwill',
    'goodwill and other intangible assets',
    'We may be required to record a charge to earnings if goodwill or other intangible assets become impaired.',
    'Goodwill is tested at least annually, and the test depends on estimates of future cash flows.',
    'A decline in our stock price or in the results of {segment} could cause an impairment.',
  ],
  [
    'our indebtedness',
    'liquidity and access to credit',
    'Our debt could limit our ability to borrow, to pay dividends and to invest.',
    'Our revolving credit facility and the indentures of our notes contain covenants, including a maximum leverage ratio.',
    'We may not generate enough cash to repay or refinance debt when it matures.',
  ],
  [
    'pension obligations',
    'plan assets and contributions',
    'The cost of our defined benefit pension plans depends on the discount rate and on the return of plan assets.',
    'Lower interest rates would increase our benefit obligation and could require larger contributions.',
    'Changes in mortality tables could increase pension expense.',
  ],
  [
    'changes in tax law',
    'our effective tax rate',
    'Our effective tax rate could change with the mix of earnings, valuation allowances or new tax law.',
    'The Tax Cuts and Jobs Act required us to make estimates that may be revised.',
    'Tax authorities may disagree with our positions, and unrecognized tax benefits may not be enough.',
  ],
  [
    'legal proceedings',
    'litigation and settlements',
    'We are party to lawsuits about product liability, contracts, employment and intellectual property.',
    'The outcome of litigation is uncertain, and an adverse judgment could exceed our accruals.',
    'Defending claims, even those without merit, takes time of management.',
  ],
  [
    'foreign currency',
    'exchange rates and hedges',
    'A large part of our {revenue} comes from outside our home market, and a stronger dollar reduces it.',
    'Our derivatives reduce but do not eliminate exposure to exchange rates.',
    'Currency controls in some countries could prevent us from moving cash.',
  ],
  [
    'raw materials',
    'prices of {material} and {material}',
    'The prices of {material} are volatile, and we may not be able to pass on increases.',
    'We depend on a limited number of suppliers for {material}.',
    'A shortage of {material} could interrupt production of {product}.',
  ],
  [
    'cybersecurity',
    'information systems and data',
    'A breach of our systems could disclose data of {customer} or {workers}.',
    'Attacks on our networks become more frequent and harder to detect.',
    'We rely on vendors whose systems could fail.',
  ],
  [
    'competition',
    'prices and market share',
    'The markets for {product} are highly competitive, and competitors may have more resources.',
    'Private label and new entrants put pressure on prices.',
    'Consolidation among {customer} increases their bargaining power.',
  ],
  [
    'large customers',
    'receivables and concentration of sales',
    'The loss of a large customer would reduce {revenue}.',
    'Our largest customers may delay payment, reduce orders or become insolvent.',
    'Allowances for doubtful accounts may not be enough.',
  ],
  [
    'acquisitions',
    'integration and synergies',
    'We may not complete acquisitions or realize the synergies that we expect.',
    'Acquired businesses may have liabilities that we did not find.',
    'The purchase price is allocated by estimates of fair value.',
  ],
  [
    'restructuring',
    'severance and closing of plants',
    'Restructuring may cost more and save less than we expect.',
    'Closing plants and reducing the number of {workers} can disrupt operations.',
    'We may record further charges for severance and asset write-downs.',
  ],
  [
    'labor relations',
    '{workers} and collective bargaining agreements',
    'Some of our {workers} are represented by unions, and a strike could stop production.',
    'Collective bargaining agreements expire at different times.',
    'A shortage of skilled labor raises wages.',
  ],
  [
    'key personnel',
    'executive officers and compensation',
    'We depend on our executive officers and on our ability to hire and keep talent.',
    'Stock-based compensation may lose its value as an incentive if our stock price falls.',
    'The loss of key engineers could delay {product}.',
  ],
  [
    'intellectual property',
    'patents and trademarks',
    'We may not be able to protect our patents, trademarks and trade secrets.',
    'Others may claim that {product} infringe their patents.',
    'Patents expire, and sales of {product} may then fall.',
  ],
  [
    'research and development',
    'new {product}',
    'We may not develop new {product} that {customer} accept.',
    'Research and development spending may not lead to products that sell.',
    'Technology changes quickly, and our {product} may become obsolete.',
  ],
  [
    'product quality',
    'recalls and warranty claims',
    'Defects could lead to recalls, warranty claims and damage to our brands.',
    'Warranty accruals are estimates that may be too low.',
    'Insurance may not cover the cost of a recall.',
  ],
  [
    'environmental liabilities',
    'remediation of sites',
    'We are responsible for the cleanup of certain sites and could be held liable for others.',
    'Environmental laws become stricter, and compliance costs may rise.',
    'Accruals for remediation are estimates.',
  ],
  [
    'climate change',
    'weather and emissions',
    'Severe weather could damage our facilities or reduce demand for {product}.',
    'Rules on emissions could raise the price of energy and {material}.',
    'Investors increasingly ask for disclosure of emissions.',
  ],
  [
    'leases',
    'rent and lease obligations',
    'We lease many of our facilities, and we may not be able to renew leases on acceptable terms.',
    'Rent for closed locations continues until the lease expires.',
    'New accounting standards for leases add assets and liabilities to our balance sheet.',
  ],
  [
    'regulation of our industry',
    '{regulated}',
    'Our business is subject to regulation of {regulated}, and changes could raise costs.',
    'Failure to obtain approvals could delay {product}.',
    'Violations could lead to fines or the loss of permits.',
  ],
  [
    'international operations',
    'operations in {region} and {region}',
    'Operations in {region} expose us to political and legal risks.',
    'Tariffs and trade disputes could raise the cost of {material}.',
    'Anti-corruption laws apply to all of our operations.',
  ],
  [
    'interest rates',
    'interest expense on variable rate debt',
    'Higher interest rates would increase interest expense on our commercial paper and term loan.',
    'Interest rate swaps expose us to the credit risk of banks.',
    'A downgrade of our credit rating would raise borrowing costs.',
  ],
  [
    'inventories',
    'inventories and obsolescence',
    'We may carry too much inventory of {product}, which could become obsolete.',
    'Forecasts of demand may be wrong, and write-downs of inventories could follow.',
    'A shortage of inventories could lead to lost sales.',
  ],
  [
    'internal control',
    'financial reporting',
    'A material weakness in internal control over financial reporting could lead to misstatements.',
    'Our internal control may not prevent or detect all errors or fraud.',
    'New systems for financial reporting may fail.',
  ],
  [
    'dividends and share repurchases',
    'returns to {owners}',
    'We may reduce or stop dividends or share repurchases at any time.',
    'The timing of repurchases depends on our stock price and cash flow.',
    'A new excise tax could apply to repurchases.',
  ],
  [
    'seasonality',
    'quarterly results',
    'Our quarterly results vary with the season and with the timing of orders from {customer}.',
    'Results of a quarter do not indicate those of a year.',
    'Unusual weather shifts sales from one quarter to another.',
  ],
  [
    'deferred tax assets',
    'valuation allowances',
    'We may not realize our deferred tax assets if future taxable income is lower than expected.',
    'Net operating loss carryforwards may expire unused.',
    'A valuation allowance would reduce net income.',
  ],
  [
    'the price of our stock',
    '{owners}',
    'Our stock price may fluctuate with results, forecasts and markets.',
    'Provisions of our charter could discourage a takeover.',
    'Activist investors could distract management.',
  ],
  [
    'the divestiture of businesses',
    'discontinued operations',
    'We may not sell businesses at the price or at the time that we want.',
    'After a divestiture we may keep liabilities or owe indemnities.',
    'Transition services could cost more than we are paid.',
  ],
  [
    'segment results',
    'the results of {segment}',
    'The results of {segment} depend on demand from {customer}.',
    'A decline of {segment} could reduce our operating income.',
    'We may allocate capital to segments that do not grow.',
  ],
];

export function writeRisks(author: Author, paragraphs: number): Block[] {
  return author.random.shuffle(RISKS).flatMap(([subject, stake, ...sentences]) => {
    const about = (template: string) => template.replaceAll('{subject}', subject).replaceAll('{stake}', stake);
    const title = author.say(about('Risks of {subject} could affect {stake} and our results.'));
    const first = `${title}\n${sentences.map(author.say).join(' ')} ${author.write(CONSEQUENCES.map(about), 4)}`;
    const more = Array.from({ length: paragraphs }, () => author.write(CONSEQUENCES.map(about), 6));
    return [first, ...more].map((text) => ({ text }));
  });
}

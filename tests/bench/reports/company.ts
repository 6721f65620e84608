/** An invented company. Like real companies, they express the same things in different words. */
export interface Company {
  /** The company as its files name it. */
  id: string;
  name: string;
  city: string;
  /** Revenue in millions in the first year. */
  size: number;
  yearEnd: string;
  /** `fiscal` if its years are called fiscal years. */
  yearWord: '' | 'fiscal ';
  revenue: 'net sales' | 'revenues' | 'net revenues' | 'operating revenues';
  income: 'Income' | 'Operations' | 'Earnings';
  capex: string;
  owners: 'stockholders' | 'shareholders' | 'shareowners';
  workers: 'employees' | 'associates' | 'team members' | 'colleagues';
  segments: readonly string[];
  products: readonly string[];
  materials: readonly string[];
  customers: readonly string[];
  regions: readonly string[];
  /** The subject of the regulation that the company is under. */
  regulated: string;
  inventory: 'LIFO' | 'FIFO' | 'weighted average cost';
  /** Whether subsidiaries guarantee the company's debt. If so, a further note has their statements. */
  hasGuarantors: boolean;
}

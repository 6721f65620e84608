import { createRandom } from '#sandbox/random.ts';
import { causes, cities, contractedThings, departmentNames, firstNames, lastNames, projectNames, purposes, rules, suppliers } from './words.ts'; // prettier-ignore

export interface Department {
  name: string;
  head: string;
  deputy: string;
  city: string;
}

export interface Project {
  name: string;
  purpose: string;
  department: Department;
  manager: string;
  supplier: string;
  /** Thousands of dollars. */
  budget: number;
  /** Thousands of dollars that were spent at the end of each quarter of 2026. */
  spent: readonly number[];
  /** Why the project is late, with the words that an answer needs. */
  cause: { text: string; fact: string };
  /** The planned month of completion and the one that the last report expects, such as `March 2027`. */
  planned: string;
  expected: string;
}

export interface Contract {
  number: string;
  supplier: string;
  thing: string;
  department: Department;
  /** `March 2027` */
  ends: string;
  /** Thousands of dollars a year. */
  value: number;
}

export interface Decision {
  month: string;
  project: Project;
  /** Thousands of dollars. */
  amount: number;
}

const months = 'January February March April May June July August September October November December'.split(' ');
/** A month by its number from January 2025. */
export const toMonth = (number: number) => `${months[number % 12]} ${2025 + Math.floor(number / 12)}`;

const CONTRACTS = 260;
const FIRST_YEAR_END = 24;

function makeFacts() {
  const random = createRandom('evaluation set');
  // First names are shuffled within each last name, so that no two people have the same name.
  const names = random.shuffle(lastNames.flatMap((last) => firstNames.map((first) => `${first} ${last}`)));
  const nextName = () => names.pop() ?? '';
  const departments = departmentNames.map((name, index): Department => ({
    name,
    head: nextName(),
    deputy: nextName(),
    city: cities[index % cities.length]!,
  }));
  const projects = projectNames.map((name, index): Project => {
    const budget = random.between(20, 95) * 10;
    const shares = [random.between(10, 20), random.between(30, 45), random.between(55, 88)];
    const end = random.between(24, 30);
    return {
      name,
      purpose: purposes[index]!,
      department: departments[(index * 3) % departments.length]!,
      manager: nextName(),
      supplier: suppliers[index % suppliers.length]!,
      budget,
      spent: shares.map((share) => Math.round((budget * share) / 100)),
      cause: { text: causes[index]![0]!, fact: causes[index]![1]! },
      planned: toMonth(end),
      expected: toMonth(end + random.between(2, 7)),
    };
  });
  const contracts = Array.from({ length: CONTRACTS }, (_, index): Contract => ({
    number: `C-${4_100 + index * 7}`,
    supplier: random.pick(suppliers),
    thing: random.pick(contractedThings),
    department: random.pick(departments),
    ends: toMonth(FIRST_YEAR_END + random.below(24)),
    value: random.between(12, 480),
  }));
  const shuffled = random.shuffle(projects);
  const decisions = shuffled.map((project, index): Decision => ({
    month: toMonth(index),
    project,
    amount: random.between(3, 19) * 5,
  }));
  return { departments, projects, contracts, decisions, rules };
}

/** What is true in the invented organization. Documents and questions are both made of it. */
export const facts = makeFacts();

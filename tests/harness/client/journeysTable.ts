/** Costs of 2,000 journeys of four departments, as a CSV file; each sum of a department is known. */
const departments = ['Design', 'Finance', 'Marketing', 'Research'];
export const JOURNEYS = 2_000;

export function makeJourneys(): {
  csv: string;
  rows: (string | number)[][];
  totals: [department: string, euros: number][];
} {
  const rows = Array.from({ length: JOURNEYS }, (_, n) => {
    const day = `2026-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
    return [day, departments[n % 4]!, (n % 50) + (n % 4) * 10];
  });
  const totals = departments.map((department): [string, number] => [
    department,
    rows.reduce((sum, [, of, euros]) => sum + (of === department ? Number(euros) : 0), 0),
  ]);
  return { csv: ['Day,Department,Euros', ...rows.map((row) => row.join(','))].join('\n'), rows, totals };
}

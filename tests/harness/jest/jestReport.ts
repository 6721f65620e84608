export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** One file in jest's JSON report. */
export interface FileReport {
  name: string;
  status: 'passed' | 'failed' | 'skipped' | 'pending' | 'focused';
  assertionResults: { status: string }[];
}

export function countResults(files: FileReport[]): Counts {
  const tests = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const failed = tests.filter((status) => status === 'failed').length;
  // A file that could not be loaded counts as one failure.
  const unloaded = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const passed = tests.filter((status) => status === 'passed').length;
  return { passed, failed: failed + unloaded.length, skipped: tests.length - passed - failed };
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Maximum of numbers with which a calculation is checked. An answer with more numbers lists values and calculates
 * nothing.
 */
const MAX_OPERANDS = 60;

/** Whether a number is the sum of others, or the sum, difference, product, ratio or percentage of two of them, rounded as written. */
export function isComputed(written: string, others: readonly string[]): boolean {
  const result = Number(written);
  const tolerance = 0.5 * 10 ** -(written.split('.')[1]?.length ?? 0) + 1e-9;
  const isResult = (value: number) => Math.abs(Math.abs(value) - result) <= tolerance;
  const numbers = others.slice(0, MAX_OPERANDS).map(Number);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (numbers.length > 1 && (isResult(sum) || isResult(sum / numbers.length))) return true;
  return numbers.some((a, at) =>
    numbers.some(
      (b, other) =>
        at !== other &&
        (isResult(a + b) ||
          isResult(a - b) ||
          isResult(a * b) ||
          (b !== 0 && (isResult(a / b) || isResult((100 * a) / b) || isResult((100 * (a - b)) / b)))),
    ),
  );
}

/** Numbers of which each pair is tried. Among the results of many pairs, any number is found by chance. */
const MAX_OPERANDS = 6;
/** The same for ratios and percentages, which are small and rounded, so that chance finds them sooner. */
const MAX_RATIO_OPERANDS = 3;
/** Numbers of which the sum and mean are tried. */
const MAX_SUMMANDS = 1_000;

/** A result as an answer writes it. */
interface WrittenResult {
  value: number;
  /** Value of one unit of its last digit, to which it is rounded. */
  unit: number;
  /** Whether the sentence says that something falls or is lost, so that `54` can mean −54. */
  canBeNegative: boolean;
  /** Whether the text speaks of percentages. */
  hasShares: boolean;
}

/**
 * Whether a number is the sum or mean of others, or the sum, difference, product, ratio or percentage of two of the last ones,
 * rounded as written and with its sign.
 */
export function isComputed(result: WrittenResult, others: readonly number[]): boolean {
  const { value: stated, unit, canBeNegative, hasShares } = result;
  const isNear = (value: number, tolerance: number) =>
    Math.abs(value - stated) <= tolerance || (canBeNegative && Math.abs(value + stated) <= tolerance);
  const isResult = (value: number) => isNear(value, 0.5 * unit + 1e-9 * Math.max(1, Math.abs(value)));
  // A whole number such as 2 is near the ratio of most numbers.
  const isRatio = unit < 1 ? isResult : (value: number) => isNear(value, 1e-9);
  const numbers = others.slice(-MAX_SUMMANDS);
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (numbers.length > 1 && (isResult(sum) || isResult(sum / numbers.length))) return true;
  const isOfPair = (last: number, matches: (a: number, b: number) => boolean) => {
    const operands = numbers.slice(-last);
    return operands.some((a, at) => operands.some((b, other) => at !== other && matches(a, b)));
  };
  return (
    isOfPair(MAX_OPERANDS, (a, b) => isResult(a + b) || isResult(a - b) || isResult(a * b)) ||
    isOfPair(
      MAX_RATIO_OPERANDS,
      (a, b) =>
        b !== 0 &&
        (isRatio(a / b) || (hasShares && (isResult((100 * a) / b) || isResult((100 * (a - b)) / Math.abs(b))))),
    )
  );
}

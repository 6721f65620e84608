/** Numbers of which each pair is tried. Among the results of many pairs, any number is found by chance. */
const MAX_OPERANDS = 6;
/** The same for ratios and percentages, which are small and rounded, so that chance finds them sooner. */
const MAX_RATIO_OPERANDS = 3;
/** Numbers of which the sum and mean are tried. */
const MAX_SUMMANDS = 1_000;

/**
 * Whether a number is the sum or mean of others, or the sum, difference, product, ratio or percentage of two of the last ones,
 * rounded as written.
 * @param hasShares whether the text speaks of percentages
 */
export function isComputed(written: string, others: readonly string[], hasShares: boolean): boolean {
  const result = Number(written);
  const decimals = written.split('.')[1]?.length ?? 0;
  const tolerance = 0.5 * 10 ** -decimals + 1e-9;
  const isResult = (value: number) => Math.abs(Math.abs(value) - result) <= tolerance;
  const isExact = (value: number) => Math.abs(value - result) <= 1e-9;
  // A whole number such as 2 is near the ratio of most numbers.
  const isRatio = decimals > 0 ? isResult : isExact;
  const numbers = others.slice(-MAX_SUMMANDS).map(Number);
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
        b !== 0 && (isRatio(a / b) || (hasShares && (isResult((100 * a) / b) || isResult((100 * (a - b)) / b)))),
    )
  );
}

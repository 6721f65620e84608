import type { z } from 'zod';
import type { ToolSchema } from '../../mcp/toolSchema.ts';
import { ArgumentError } from './argumentError.ts';
import { describeProblems } from './describeProblems.ts';
import { fitArguments } from './fitArguments.ts';
import { parseArguments } from './parseArguments.ts';

/**
 * Reads the arguments of a call. Those that do not match are fitted to the JSON Schema that the model got, and checked again.
 * Throws `ArgumentError`.
 */
export function readArguments<Check extends z.ZodType>(
  text: string,
  schema: ToolSchema,
  check: Check,
): z.output<Check> {
  const value = parseArguments(text);
  const exact = check.safeParse(value);
  if (exact.success) return exact.data;
  const fitted = fitArguments(value, schema);
  const checked = check.safeParse(fitted);
  if (checked.success) return checked.data;
  throw new ArgumentError(describeProblems(checked.error.issues, fitted, schema));
}

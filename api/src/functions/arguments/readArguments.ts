import type { z } from 'zod';
import type { ToolSchema } from '#api/mcp/toolSchema.ts';
import { ArgumentError } from './argumentError.ts';
import { describeProblems } from './describeProblems.ts';
import { fitArguments } from './fitArguments.ts';
import { parseArguments } from './parseArguments.ts';

/**
 * Reads the arguments of a call, fits them to the JSON Schema that the model got, and checks them. Throws `ArgumentError`.
 */
export function readArguments<Check extends z.ZodType>(
  text: string,
  schema: ToolSchema,
  check: Check,
): z.output<Check> {
  const value = fitArguments(parseArguments(text), schema);
  const checked = check.safeParse(value);
  if (checked.success) return checked.data;
  throw new ArgumentError(describeProblems(checked.error.issues, value, schema));
}

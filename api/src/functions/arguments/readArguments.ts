import type { z } from 'zod';
import { AvaError } from '../../../contract/errors.ts';
import type { ToolSchema } from '../../mcp/toolSchema.ts';
import { functionTexts } from '../functions.texts.ts';
import { fitArguments } from './fitArguments.ts';
import { parseArguments } from './parseArguments.ts';

/**
 * Reads the arguments of a call. Those that do not match are fitted to the JSON Schema that the model got, and checked again.
 * Throws `bad_request`.
 */
export function readArguments<Check extends z.ZodType>(
  text: string,
  schema: ToolSchema,
  check: Check,
): z.output<Check> {
  const value = parseArguments(text);
  const exact = check.safeParse(value);
  if (exact.success) return exact.data;
  const fitted = check.safeParse(fitArguments(value, schema));
  if (fitted.success) return fitted.data;
  throw new AvaError('bad_request', { detail: functionTexts.invalidArguments });
}

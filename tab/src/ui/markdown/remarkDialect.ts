import { dialect } from '#contract/markdown/dialect.ts';

/** The part of unified's processor that a syntax plugin uses. */
interface Processor {
  data(): object;
}

/** Parses AVA's dialect instead of plain CommonMark. */
export function remarkDialect(this: Processor): void {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data();
  (data.micromarkExtensions ??= []).push(...dialect.syntax);
  (data.fromMarkdownExtensions ??= []).push(...dialect.converters);
}

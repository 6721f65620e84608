const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** HTML that is inserted unchanged. Plain strings are escaped. */
export interface Html {
  html: string;
}

/** Writes HTML; values are escaped unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { html: parts.map((part, index) => part + toHtml(values[index] ?? '')).join('') };
}

function toHtml(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

/** Marks a text as material of a prompt. The text can't close its tag or open another. */
export const tag = (name: string, text: string) => `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`;

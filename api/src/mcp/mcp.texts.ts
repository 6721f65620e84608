/** Sentences about a system that an organization has connected, for the row of a call. `name` is from MCP_FILE. */
export const mcpTexts = {
  noReply: (name: string) => `${name} didn't respond. Please try again in a few minutes.`,
  tooSlow: (name: string) => `${name} took too long to answer.`,
  failed: (name: string) => `${name} couldn't answer this.`,
  tooLarge: (name: string) => `${name} sent more than AVA reads.`,
  noText: (name: string, omitted: string) => `${name} sent no text${omitted && `, only ${omitted}`}.`,
  changed: (name: string) =>
    `${name} has changed this tool, so AVA no longer uses it. An administrator can check it and restart AVA.`,
} as const;

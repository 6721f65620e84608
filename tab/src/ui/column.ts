/**
 * Width of the conversation's column in pixels: texts, errors, dividers and the composer share it. A line of an answer has
 * some 75 characters.
 */
export const COLUMN_PX = 528;

/** The column with the margins of a wide window. */
export const COLUMN_WITH_MARGINS_PX = COLUMN_PX + 2 * 16;

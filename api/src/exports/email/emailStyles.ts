/**
 * Inline styles of an e-mail. Outlook for Windows draws mail with Word's engine, which ignores style sheets, and draws
 * padding and background only in table cells. `renderEmail.test.ts` has the list of what it is documented to draw.
 */
const FONT = "font-family:Aptos,Calibri,'Segoe UI',Arial,sans-serif";
const TEXT = `${FONT};font-size:11pt;line-height:140%;color:#242424`;
const LINE = '1px solid #c8c8c8';
/**
 * Short, because a long table repeats it for every cell; in Word, a cell does not inherit the font around the table.
 */
const CELL = `border:${LINE};padding:4pt 6pt;font:11pt Aptos,Calibri,sans-serif`;
const HEADING = `${FONT};font-weight:bold;color:#242424`;

export const CODE_FONT = "font-family:Consolas,'Courier New',monospace;font-size:10pt";

export const styles = {
  body: TEXT,
  paragraph: `${TEXT};margin:0 0 8pt 0`,
  /** In a cell or a list item, the container makes the space. */
  tightParagraph: `${TEXT};margin:0 0 4pt 0`,
  lastParagraph: `${TEXT};margin:0`,
  headings: [
    `${HEADING};font-size:16pt;margin:16pt 0 6pt 0`,
    `${HEADING};font-size:14pt;margin:14pt 0 6pt 0`,
    `${HEADING};font-size:12pt;margin:12pt 0 4pt 0`,
    `${HEADING};font-size:11pt;margin:10pt 0 4pt 0`,
  ],
  list: `${TEXT};margin-top:0;margin-bottom:8pt`,
  nestedList: `${TEXT};margin-top:0;margin-bottom:0`,
  item: `${TEXT};margin:0 0 4pt 0`,
  link: 'color:#0f6cbd;text-decoration:underline',
  code: `${CODE_FONT};color:#242424`,
  codeLines: `${CODE_FONT};color:#242424;line-height:130%;margin:0`,
  codeCell: `background-color:#f5f5f5;border:${LINE};padding:6pt 8pt`,
  quoteCell: 'border-left:3px solid #c8c8c8;padding:0 0 0 10pt',
  reversedQuoteCell: 'border-right:3px solid #c8c8c8;padding:0 10pt 0 0',
  table: `border-collapse:collapse;${TEXT}`,
  headerCell: `${CELL};background-color:#f0f0f0;font-weight:bold`,
  cell: CELL,
  note: `${FONT};font-size:10pt;line-height:140%;color:#424242;margin:0 0 4pt 0`,
  noteTitle: `${HEADING};font-size:11pt;margin:16pt 0 4pt 0`,
  missingImage: 'color:#616161;font-style:italic',
} as const;

/** The open row of a table in Rich Text. Takes the text of its cells out of the output, and writes rows as `| a | b |`. */
export class RtfTable {
  private cells: string[] | null = null;
  private cellStart = 0;
  /** Where the current paragraphs of a table begin. A row without properties has those of the row before it. */
  private start: number | null = null;
  private isInTable = false;
  private nestedCells: string[] = [];
  private nestedStart: number | null = null;

  get isOpen(): boolean {
    return this.cells !== null;
  }

  endParagraph(): void {
    if (!this.isInTable) this.start = null;
  }

  control(word: string, value: number, output: string[]): void {
    if (word === 'pard') this.isInTable = false;
    else if (word === 'trowd') this.openRow(output.length);
    else if (word === 'intbl') {
      this.isInTable = true;
      this.start ??= output.length;
    } else if (word === 'itap' && value > 1) this.nestedStart ??= output.length;
    else if (word === 'nestcell') this.nestedCells.push(toLine(output.splice(this.nestedStart ?? output.length)));
    else if (word === 'cell') {
      if (!this.cells) this.openRow(this.start ?? output.length);
      this.cells?.push(toLine(output.splice(this.cellStart)));
    } else if (word === 'row') this.endRow(output);
  }

  /** Within a cell, a row is part of its line. */
  endNestedRow(output: string[]): void {
    if (this.nestedCells.some(Boolean)) output.push(` | ${this.nestedCells.join(' | ')} | `);
    this.nestedCells = [];
    this.nestedStart = null;
  }

  private openRow(start: number): void {
    this.cells ??= [];
    this.cellStart = start;
  }

  private endRow(output: string[]): void {
    if (this.cells?.some(Boolean)) output.splice(this.cellStart, Infinity, `| ${this.cells.join(' | ')} |\n`);
    this.cells = null;
    this.start = null;
  }
}

const toLine = (pieces: readonly string[]) => pieces.join('').replace(/\s+/g, ' ').trim();

/** Whether the text that comes next is visible: neither in a hidden run nor in the instruction of a field such as REF. */
export class Visibility {
  /** Whether each open run is hidden, outermost first, null if it does not say: a run can contain a text box. */
  private readonly runs: { isHidden: boolean | null }[] = [];
  /** Open fields, outermost first. A field is its instruction, then its result. */
  private readonly fields: { isResult: boolean }[] = [];

  /** @param isParagraphHidden holds for a run that does not say otherwise */
  isVisible(isParagraphHidden: boolean): boolean {
    const isHidden = this.runs.at(-1)?.isHidden ?? isParagraphHidden;
    return !isHidden && this.fields.every(({ isResult }) => isResult);
  }

  openRun(): void {
    this.runs.push({ isHidden: null });
  }

  /** Hides the text of the innermost open run, or shows it. */
  setHidden(isHidden: boolean): void {
    const run = this.runs.at(-1);
    if (run) run.isHidden = isHidden;
  }

  closeRun(): void {
    this.runs.pop();
  }

  /** @param type as in `w:fldChar` */
  readField(type: string | undefined): void {
    if (type === 'begin') this.fields.push({ isResult: false });
    else if (type === 'separate') this.fields.splice(-1, 1, { isResult: true });
    else if (type === 'end') this.fields.pop();
  }

  /** An instruction is in one paragraph. One without an end would hide the rest of the document. */
  endParagraph(): void {
    while (this.fields.at(-1)?.isResult === false) this.fields.pop();
  }
}

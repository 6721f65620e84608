/** What follows an opening bracket that could still become a citation: digits, commas and blanks, and not much of them. */
const OPEN = /\[[\d,\s]{0,24}$/;
const CITATION = /\[(\d{1,6}(?:\s*,\s*\d{1,6})*)\]/g;

export interface Citing {
  /** Takes a piece of what the model wrote; gives what may be shown of it. */
  push(text: string): string;
  /** Gives what was held back; the answer has ended. */
  end(): string;
  /** The model's numbers in the order of their first use; the first is shown as `[1]`. */
  used(): readonly number[];
}

/**
 * Rewrites citations while an answer streams: a number from the closed set gets the next free number of the answer,
 * any other is dropped. In code, and where there is nothing to cite, brackets are left alone.
 */
export function createCiting(allowed: ReadonlySet<number>): Citing {
  const order: number[] = [];
  let held = '';
  let inFence = false;
  let inSpan = false;

  function shown(number: number): string {
    if (!allowed.has(number)) return '';
    if (!order.includes(number)) order.push(number);
    return `[${order.indexOf(number) + 1}]`;
  }

  function rewrite(text: string): string {
    return text.replace(CITATION, (_, numbers: string) =>
      numbers.split(',').map((number) => shown(Number(number))).join(''),
    );
  }

  /** Splits at backticks: what stands between them is code and is not touched. */
  function outsideCode(text: string): string {
    return text.split(/(`+)/).map((piece) => {
      if (piece.startsWith('`')) {
        if (piece.length >= 3) inFence = !inFence;
        else if (!inFence) inSpan = !inSpan;
        return piece;
      }
      if (piece.includes('\n\n')) inSpan = false;
      return inFence || inSpan ? piece : rewrite(piece);
    }).join('');
  }

  function release(text: string): string {
    return allowed.size === 0 ? text : outsideCode(text);
  }

  return {
    push(text) {
      if (allowed.size === 0) return text;
      const whole = held + text;
      const open = OPEN.exec(whole)?.index ?? whole.length;
      const ticks = /`+$/.exec(whole.slice(0, open));
      const until = open === whole.length && ticks ? ticks.index : open;
      held = whole.slice(until);
      return release(whole.slice(0, until));
    },
    end() {
      const rest = held;
      held = '';
      return release(rest);
    },
    used: () => order,
  };
}

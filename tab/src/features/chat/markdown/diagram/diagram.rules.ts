const MAX_CHARACTERS = 5_000;
/** Each line adds a node, an edge or a message, and drawing a thousand nodes takes ten seconds. */
const MAX_LINES = 200;
const MAX_LINE_CHARACTERS = 500;

/**
 * Kinds of diagrams whose cost grows with their text. Others, such as `block` and `packet`, draw as many elements as a
 * number in the text says.
 */
const KINDS =
  /^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|journey|timeline|gitGraph|quadrantChart|requirementDiagram|kanban|C4\w{1,20}|sankey|xychart)(?:-v2|-beta)?\b/;
/** Units that would give a Gantt chart of a thousand years far too many ticks. */
const SMALL_TICKS = /tickInterval\s{1,20}\d{1,20}(?:millisecond|second|minute|hour)/i;

/**
 * Whether a diagram is small enough to be drawn. The frame is stopped after some seconds, but a browser that runs it in
 * the process of the tab can't react until then.
 */
export function isDrawable(text: string): boolean {
  if (text.length > MAX_CHARACTERS || SMALL_TICKS.test(text)) return false;
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.length > MAX_LINES || lines.some((line) => line.length > MAX_LINE_CHARACTERS)) return false;
  return KINDS.test(findFirstLine(lines));
}

/** The line that names the kind: the first one after a title block, comments and options. */
function findFirstLine(lines: readonly string[]): string {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  return lines.slice(end + 1).find((line) => line !== '' && !line.startsWith('%%')) ?? '';
}

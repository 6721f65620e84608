interface TreeNode {
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/**
 * Maximum number of characters of a name: enough to recognize a task, because screen readers read the whole name at
 * once.
 */
const LABEL_CHARACTERS = 200;

/** Lists and their boxes are not part of a task's own text. */
const nested = ['ul', 'ol', 'input'];

/** Names the checkbox of a task in a list after the task's text. */
export function rehypeTaskLabels(): (tree: TreeNode) => void {
  return labelTasks;
}

function labelTasks(node: TreeNode): void {
  for (const child of node.children ?? []) labelTasks(child);
  if (node.tagName !== 'li') return;
  const box = findBox(node);
  const label = getOwnText(node).replace(/\s+/g, ' ').trim().slice(0, LABEL_CHARACTERS);
  if (box && label !== '') box.properties = { ...box.properties, ariaLabel: label };
}

/** The checkbox is the first child, or the first one of the first paragraph if blank lines separate the tasks. */
function findBox({ children = [] }: TreeNode): TreeNode | undefined {
  const paragraph = children.find(({ tagName }) => tagName === 'p');
  return [...children, ...(paragraph?.children ?? [])].find(
    ({ tagName, properties }) => tagName === 'input' && properties?.['type'] === 'checkbox',
  );
}

function getOwnText(node: TreeNode): string {
  if (node.value !== undefined) return node.value;
  const own = (node.children ?? []).filter(({ tagName = '' }) => !nested.includes(tagName));
  return own.map(getOwnText).join('');
}

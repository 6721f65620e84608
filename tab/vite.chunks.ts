import { fileURLToPath } from 'node:url';

/** The part of Rolldown's plugin context that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const resolveHere = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const ENTRY = resolveHere('main.tsx');
/** Imported dynamically, but needed on every start. */
const FIRST_SCREEN = /features\/chat\/ChatScreen\.tsx$/;
/** Parts of Fluent that only dialogs, drawers and the workspace use. Leaving them out keeps the main chunk small. */
const LAZY_FLUENT =
  /@fluentui\/(react-(accordion|avatar|badge|breadcrumb|card|checkbox|combobox|dialog|divider|drawer|field|label|list|overflow|popover|progress|radio|select|slider|switch|table|textarea)|priority-overflow|react-(button\/lib\/components\/ToggleButton|toolbar\/lib\/components\/ToolbarToggleButton))\//;

/** Chunks of modules that are loaded at the same moment: in Teams, and for the first answer. */
const LATER_CHUNKS = {
  teams: ['teams/teamsSdk.ts'],
  answer: [
    'features/chat/markdown/AnswerMarkdown.tsx',
    'features/chat/entries/MoreActions.tsx',
    'features/exports/ExportMenu.tsx',
  ],
};

let chunkNames: Map<string, string> | undefined;

/**
 * Puts all modules of the first load into one chunk, and those of the first answer into another. By default the bundler
 * creates about eighty small chunks for them, which compress worse and cost one request each. The other modules are loaded
 * on demand. A group takes what its modules import, too, unless an earlier group has it.
 */
export const chunkGroups = ['ava', ...Object.keys(LATER_CHUNKS)].map((name) => ({
  name: (id: string, graph: ModuleGraph) => {
    chunkNames ??= nameChunks(graph);
    return chunkNames.get(id) === name ? name : null;
  },
}));

function nameChunks(graph: ModuleGraph): Map<string, string> {
  const names = new Map([...findReachable([ENTRY], graph)].map((id) => [id, 'ava']));
  for (const [name, entries] of Object.entries(LATER_CHUNKS))
    for (const id of findReachable(entries.map(resolveHere), graph)) if (!names.has(id)) names.set(id, name);
  return names;
}

function findReachable(entries: string[], graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const pending = [...entries];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id) || LAZY_FLUENT.test(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    if (!info) continue;
    pending.push(...info.importedIds, ...info.dynamicallyImportedIds.filter((each) => FIRST_SCREEN.test(each)));
  }
  return reached;
}

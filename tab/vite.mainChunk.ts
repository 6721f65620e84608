import { fileURLToPath } from 'node:url';

/** The part of Rolldown's plugin context that is used here. */
interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const ENTRY = fileURLToPath(new URL('src/main.tsx', import.meta.url));
/** Loaded lazily, but on every start. */
const FIRST_SCREEN = /features\/chat\/ChatScreen\.tsx$/;
/** Parts of Fluent that only dialogs, drawers and the workspace use. Leaving them out keeps the main chunk small. */
const LAZY_FLUENT =
  /@fluentui\/(react-(accordion|avatar|badge|breadcrumb|card|checkbox|combobox|dialog|divider|drawer|field|label|list|overflow|popover|progress|radio|select|slider|switch|table|textarea)|priority-overflow|react-(button\/lib\/components\/ToggleButton|toolbar\/lib\/components\/ToolbarToggleButton))\//;

let mainModules: Set<string> | undefined;

/**
 * Puts all modules of the first load into one chunk. By default the bundler creates about sixty small chunks, which
 * compress worse and cost one request each.
 * @returns `null` for a module that is loaded on demand
 */
export function getChunkName(id: string, graph: ModuleGraph): string | null {
  mainModules ??= findReachable(ENTRY, graph);
  return mainModules.has(id) ? 'ava' : null;
}

function findReachable(entry: string, graph: ModuleGraph): Set<string> {
  const reached = new Set<string>();
  const pending = [entry];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id) || LAZY_FLUENT.test(id)) continue;
    reached.add(id);
    const info = graph.getModuleInfo(id);
    if (!info) continue;
    pending.push(...info.importedIds, ...info.dynamicallyImportedIds.filter((each) => FIRST_SCREEN.test(each)));
  }
  return reached;
}

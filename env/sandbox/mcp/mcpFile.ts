import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const MCP_PATH = '/mcp';

/**
 * Writes the MCP_FILE that connects the stand-in, and returns its path.
 * @param changes fields of the server that differ from those of the sandbox
 */
export async function writeMcpFile(folder: string, url: string, changes: object = {}): Promise<string> {
  const workplace = {
    name: 'Workplace',
    description: 'Menu of the canteen, free meeting rooms and the state of the IT services',
    url: `${url}${MCP_PATH}`,
    tools: ['canteen_menu', 'find_free_room', 'it_status'],
    ...changes,
  };
  const path = join(folder, 'mcp.json');
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify([workplace], null, 2));
  return path;
}

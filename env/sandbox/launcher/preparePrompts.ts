import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../../../api/contract/client.ts';
import { login } from '../../../api/contract/people.ts';
import { createPrompt } from '../../../api/contract/prompts/prompts.ts';
import { samplePrompts } from '#sandbox/samplePrompts.ts';

interface Options {
  apiUrl: string;
  /** Returns a token of the person who wrote a prompt. */
  mintToken: (person: string) => Promise<string>;
  /** Gets a marker file at the first start, so that later starts do not restore what a person deleted. */
  markerFolder: string;
}

/** Creates the sample prompts once, each as its creator. Leaves out prompts of teams without a corpus. */
export async function preparePrompts({ apiUrl, mintToken, markerFolder }: Options): Promise<void> {
  const markerPath = join(markerFolder, 'prompts-prepared');
  if (existsSync(markerPath)) return;
  for (const { id, creator, title, text, labels, access } of samplePrompts) {
    const client = createClient({ baseUrl: apiUrl, token: () => mintToken(creator) });
    const names = access.name === 'teams' ? access.teams : [];
    const { teams } = names.length === 0 ? { teams: [] } : await client.call(login, {});
    const ids = teams.filter(({ name }) => names.includes(name)).map((team) => team.id);
    if (ids.length < names.length) continue;
    await client.call(createPrompt, {
      prompt_id: id,
      prompt_title: title,
      prompt_text: text,
      labels: labels.join(),
      is_private: access.name === 'private',
      teams: ids.join(),
    });
  }
  await writeFile(markerPath, '');
}

import * as contract from '#contract/prompts/prompts.ts';
import type { Mounting } from '#api/http/mount.ts';
import { createPrompt, deletePrompt, listPrompts, restorePrompt, updatePrompt } from '#api/prompts/prompts.ts';
import { listPromptVersions, restorePromptVersion } from '#api/prompts/promptVersions.ts';
import type { AppContext } from '#api/context.ts';

export function mountPrompts({ call }: Mounting, ctx: AppContext): void {
  call(contract.getFilePrompts, (_, person) => listPrompts(ctx, person));
  call(contract.createPrompt, (input, person) => createPrompt(ctx, person, input));
  call(contract.updatePrompt, (input, person) => updatePrompt(ctx, person, input));
  call(contract.deletePrompt, async ({ prompt_id }, person) => {
    await deletePrompt(ctx, person, prompt_id);
    return { deleted: true as const };
  });
  call(contract.restorePrompt, ({ prompt_id }, person) => restorePrompt(ctx, person, prompt_id));
  call(contract.getPromptVersions, async ({ prompt_id }, person) => ({
    versions: await listPromptVersions(ctx, person, prompt_id),
  }));
  call(contract.restorePromptVersion, (input, person) => restorePromptVersion(ctx, person, input));
}

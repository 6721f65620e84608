import type { Prompt } from '#contract/prompts/prompts.ts';

/** Fields of a prompt, or of a call that saves one. */
type Change = { [Field in keyof Prompt]?: Prompt[Field] | undefined };

let count = 0;

/** A private prompt of Ada. */
export function makePrompt(change: Change = {}): Prompt {
  count += 1;
  return {
    prompt_id: `c0ffee00-0000-4000-8000-${String(count).padStart(12, '0')}`,
    prompt_title: `Prompt ${count}`,
    prompt_text: 'When is tea?',
    labels: '',
    labels_text: '',
    prompt_type: 'file',
    prompt_role: 'user',
    is_private: true,
    teams: '',
    creator_id: 'ada',
    creator_name: 'Ada Lindqvist',
    creator_email: 'ada@northwind.example',
    creator_photo: '/user/photo?id=ada',
    created_on: '2026-05-04T09:00:00.000Z',
    modified_on: '2026-05-04T09:00:00.000Z',
    version: 1,
    mine: true,
    can: { edit: true, delete: true },
    ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Prompt>),
  };
}

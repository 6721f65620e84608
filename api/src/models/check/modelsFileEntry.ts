import type { Model } from '../../../contract/models.ts';
import type { DescribedParameters } from '../modelCatalog.ts';

/** The entry for MODELS_FILE that says beforehand what was learned, as JSON; null if nothing was. */
export function toEntry({ described, learned }: DescribedParameters, { deployment_name }: Model): string | null {
  if (Object.keys(learned).length === 0) return null;
  const without = [...(described.without_parameters ?? []), ...(learned.without_parameters ?? [])];
  const fixed = { ...learned.fixed_parameters, ...described.fixed_parameters };
  return JSON.stringify(
    {
      id: deployment_name,
      ...(without.length > 0 && { without_parameters: [...new Set(without)] }),
      ...(Object.keys(fixed).length > 0 && { fixed_parameters: fixed }),
      ...(learned.thoughts && { thoughts: learned.thoughts }),
    },
    null,
    2,
  );
}

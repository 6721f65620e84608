import { AvaError } from '#contract/errors.ts';
import * as contract from '#contract/sites/search.ts';
import type { Question } from '#api/answers/acceptQuestion.ts';
import { followQuestion } from '#api/answers/readableEvents.ts';
import type { Mounting, EventStreamReply } from '#api/http/mount.ts';
import type { Person } from '#api/identity/person.ts';
import { answerFromSite, type SiteScope } from '#api/search/answerFromSite.ts';
import { listSimilarPassages } from '#api/search/similarPassages.ts';
import type { AppContext } from '#api/context.ts';
import { createAnswerHeaders, toQuestion } from './answerRequest.ts';

type ScopeFields = Parameters<typeof contract.toSiteChoice>[0] & {
  selected_ks_files: string[];
  without_sources: boolean;
};

export function toSiteScope({ selected_ks_files, without_sources, ...fields }: ScopeFields): SiteScope {
  const sites = contract.toSiteChoice(fields);
  if (sites === null) throw new AvaError('bad_request', { detail: 'Site ID not found for knowledge search' });
  return { sites, itemIds: selected_ks_files, withoutSources: without_sources };
}

export function mountSearch({ call, stream }: Mounting, ctx: AppContext): void {
  async function answer(
    person: Person,
    question: Question,
    scope: ScopeFields,
    disconnected: AbortSignal,
  ): Promise<EventStreamReply> {
    const accepted = await answerFromSite(ctx, person, question, toSiteScope(scope));
    const batches = await followQuestion(ctx, person, accepted, disconnected);
    return { headers: createAnswerHeaders(accepted), batches };
  }

  stream(contract.searchResponse, (fields, person, disconnected) =>
    answer(person, toQuestion(fields, fields.model, []), fields, disconnected),
  );
  stream(contract.searchResponseWithContext, (fields, person, disconnected) =>
    answer(person, toQuestion(fields, fields.model, fields.file_context), fields, disconnected),
  );
  call(contract.getSimilarityResults, ({ id, ...page }, person) => listSimilarPassages(ctx, person, id, page));
}

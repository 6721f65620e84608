import * as contract from '../../contract/search.ts';
import type { Question } from '../answers/acceptQuestion.ts';
import type { Mounting, EventStreamReply } from '../http/mount.ts';
import type { Person } from '../identity/person.ts';
import { answerFromSite } from '../search/answerFromSite.ts';
import { similarPassages } from '../search/similarPassages.ts';
import type { AppContext } from '../context.ts';
import { asAsk, headersOf } from './answerRequest.ts';

export function mountSearch({ call, stream }: Mounting, ctx: AppContext): void {
  type From = { site_id: string; selected_ks_files: string[] };

  async function answer(person: Person, question: Question, from: From, gone: AbortSignal): Promise<EventStreamReply> {
    const accepted = await answerFromSite(ctx, person, question, from.site_id, from.selected_ks_files);
    return { headers: headersOf(accepted), batches: ctx.runs.follow(accepted.runId, 0, gone) };
  }

  stream(contract.searchResponse, (ask, person, gone) => answer(person, asAsk(ask, ask.model, []), ask, gone));
  stream(contract.searchResponseWithContext, (ask, person, gone) =>
    answer(person, asAsk(ask, ask.model, ask.file_context), ask, gone),
  );
  call(contract.getSimilarityResults, ({ id, ...page }, person) => similarPassages(ctx, person, id, page));
}

import * as contract from '#contract/chats/feedback.ts';
import { deleteRating, getOrganizationFeedback, listRatings, reportAnswer, saveRating } from '#api/chat/ratings.ts';
import type { AppContext } from '#api/context.ts';
import type { Mounting } from '#api/http/mount.ts';

export function mountFeedback({ call }: Mounting, ctx: AppContext): void {
  call(contract.saveRating, (rating, person) => saveRating(ctx, person, rating));
  call(contract.reportAnswer, (report, person) => reportAnswer(ctx, person, report));
  call(contract.deleteRating, async ({ message_id }, person) => {
    await deleteRating(ctx, person, message_id);
    return { deleted: true as const };
  });
  call(contract.getRatings, async ({ convo_id }, person) => ({ ratings: await listRatings(ctx, person, convo_id) }));
  call(contract.getOrganizationFeedback, (_input, person) => getOrganizationFeedback(ctx, person));
}

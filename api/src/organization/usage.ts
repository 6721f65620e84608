import type { Usage, UsageOfDay, UsagePeriod } from '#contract/admin/usage.ts';
import { toCsv } from '#contract/text/csv.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorizeAdministrator } from './settings.ts';

const DAY_MS = 86_400_000;
/** The usage of a year is shown. Older counts are deleted, because they are stored per person. */
const KEPT_DAYS = 400;
/** No call takes this long. A call that has not ended by then never will, because its process died. */
const KEPT_CALLS_MS = 1_800_000;

/** `YYYY-MM-DD` in UTC. */
export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Deletes old usage. */
export async function deleteOldUsage(
  { store, clock }: Pick<AppContext, 'store' | 'clock'>,
  tenantId: string,
): Promise<void> {
  await store.usage.deleteBefore(tenantId, toDay(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)));
}

/** Deletes the calls of models that no limit counts anymore. */
export async function deleteOldModelCalls({ store, clock }: Pick<AppContext, 'store' | 'clock'>): Promise<void> {
  const now = clock.now();
  await store.modelCalls.deleteBefore(new Date(now.getTime() - KEPT_CALLS_MS), toDay(now));
}

/** The usage of the last days, each day with its models. */
export async function getUsage({ store, clock }: AppContext, person: Person, days: UsagePeriod): Promise<Usage> {
  const tenantId = authorizeAdministrator(person);
  const today = clock.now();
  const list = Array.from({ length: days }, (_, index) =>
    toDay(new Date(today.getTime() - (days - 1 - index) * DAY_MS)),
  );
  const [from = '', to = ''] = [list[0], list.at(-1)];
  const [models, people, ratings] = await Promise.all([
    store.usage.listModels(tenantId, { from, to }),
    store.usage.countPeople(tenantId, { from, to }),
    store.usage.listRatings(tenantId, new Date(`${from}T00:00:00Z`)),
  ]);
  const ratingOf = new Map(ratings.map((rating) => [rating.day, rating]));
  const modelsOf = Map.groupBy(models, ({ day }) => day);
  return {
    people: people.all,
    days: list.map((day): UsageOfDay => {
      const ofDay = (modelsOf.get(day) ?? []).map(({ day: _day, ...model }) => model);
      const sum = (name: 'questions' | 'prompt_tokens' | 'answer_tokens') =>
        ofDay.reduce((total, model) => total + model[name], 0);
      return {
        day,
        people: people.days.get(day) ?? 0,
        questions: sum('questions'),
        prompt_tokens: sum('prompt_tokens'),
        answer_tokens: sum('answer_tokens'),
        likes: ratingOf.get(day)?.likes ?? 0,
        dislikes: ratingOf.get(day)?.dislikes ?? 0,
        models: ofDay,
      };
    }),
  };
}

const COLUMNS = ['Day', 'Model', 'People', 'Questions', 'Prompt tokens', 'Answer tokens', 'Thumbs up', 'Thumbs down'];
/** The line of a day for all models. */
const ALL_MODELS = 'All models';

/** The usage as CSV: a line for each day, and one for each of its models. */
export async function getUsageCsv(ctx: AppContext, person: Person, days: UsagePeriod): Promise<Uint8Array> {
  const usage = await getUsage(ctx, person, days);
  const toSums = ({ questions, prompt_tokens, answer_tokens }: Omit<UsageOfDay['models'][number], 'model'>) =>
    [questions, prompt_tokens, answer_tokens].map(String);
  const rows = usage.days.flatMap((day) => [
    [day.day, ALL_MODELS, String(day.people), ...toSums(day), String(day.likes), String(day.dislikes)],
    ...day.models.map((model) => [day.day, model.model, '', ...toSums(model), '', '']),
  ]);
  // The byte order mark makes Excel read UTF-8.
  return new TextEncoder().encode(`\uFEFF${toCsv([COLUMNS, ...rows])}\r\n`);
}

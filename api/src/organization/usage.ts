import type { Usage, UsageOfDay, UsagePeriod } from '../../contract/admin/usage.ts';
import { toCsv } from '../../contract/text/csv.ts';
import { estimateUsage } from '../answers/estimateUsage.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import type { Models, ModelUsage, Prompt } from '../models/models.ts';
import type { AnswerUsage } from '../storage/tables/organization/usage.ts';
import { authorizeAdministrator } from './settings.ts';

const DAY_MS = 86_400_000;
/** The usage of a year is shown. Older counts are deleted, because they are stored per person. */
const KEPT_DAYS = 400;

/** `YYYY-MM-DD` in UTC. */
export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

type UsageContext = Pick<AppContext, 'models' | 'store' | 'clock' | 'log'>;
type UsageRecorder = (tokens: Omit<AnswerUsage, 'questions'>) => Promise<void>;

/** Adds a person's tokens to the usage. A failure is logged, because the answer itself is complete. */
function createUsageRecorder(
  { store, clock, log }: Omit<UsageContext, 'models'>,
  person: Person,
  questions: number,
): UsageRecorder {
  return (tokens) =>
    store.usage
      .add(person, toDay(clock.now()), { ...tokens, questions })
      .catch((error: unknown) => log.warn({ error }, 'failed to record usage'));
}

/** The models for what AVA itself asks for a person, such as titles: tokens are counted, but no question. */
export function countModels(ctx: UsageContext, person: Person): Pick<Models, 'stream' | 'complete'> {
  const { models } = ctx;
  const record = createUsageRecorder(ctx, person, 0);
  const count = async ({ model, messages }: Prompt, answer: string, usage: ModelUsage | null) => {
    const { prompt, answer: tokens } = usage ?? estimateUsage(messages, answer);
    await record({ model: model.model_name, promptTokens: prompt, answerTokens: tokens });
  };
  return {
    async *stream(prompt, signal) {
      let answer = '';
      let usage: ModelUsage | null = null;
      try {
        for await (const event of models.stream(prompt, signal)) {
          if (event.type === 'text') answer += event.text;
          if (event.type === 'finish') usage = event.usage;
          yield event;
        }
      } finally {
        if (answer !== '' || usage !== null) await count(prompt, answer, usage);
      }
    },
    async complete(prompt, signal) {
      const reply = await models.complete(prompt, signal);
      await count(prompt, reply.text, reply.usage);
      return reply;
    },
  };
}

/**
 * What an answer needs to count its tokens, together with those of its follow-up questions.
 * @param questions 0 for an answer that is continued
 */
export function countAnswer(
  ctx: UsageContext,
  person: Person,
  questions = 1,
): { models: Pick<Models, 'stream' | 'complete'>; recordUsage: UsageRecorder } {
  const { stream } = ctx.models;
  const { complete } = countModels(ctx, person);
  return { models: { stream, complete }, recordUsage: createUsageRecorder(ctx, person, questions) };
}

/** Deletes old usage. */
export async function deleteOldUsage(
  { store, clock }: Pick<AppContext, 'store' | 'clock'>,
  tenantId: string,
): Promise<void> {
  await store.usage.deleteBefore(tenantId, toDay(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)));
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

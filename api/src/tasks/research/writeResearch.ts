import type { Citation } from '#contract/runs/answerEvents.ts';
import type { StepEvent } from '#contract/tasks/taskEvents.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { nothingFoundFor, tryQuestion, type Finding, type Research } from './answerQuestion.ts';
import { writePlan } from './writePlan.ts';
import { joinFindings, writeReport } from './writeReport.ts';

/**
 * Plans a few questions, looks each one up with its own share of the budget, and writes a report from what was found. The
 * sources are numbered once: the findings and the report have the same numbers.
 */
export async function* writeResearch(
  ctx: AppContext,
  person: Person,
  research: Research,
  signal: AbortSignal,
): AsyncGenerator<StepEvent> {
  const { text, model, models } = research;
  yield { type: 'stage', stage: 'thinking' };
  const questions = yield* writePlan({ models, log: ctx.log }, model, text, signal);
  yield { type: 'plan', questions };
  let links: Citation[] = [];
  const findings: Finding[] = [];
  for (const position of questions.keys()) {
    const before = { content: joinFindings(findings), links };
    for await (const event of tryQuestion(ctx, research, { questions, position, before }, signal)) {
      if (event.type === 'finding') {
        findings.push(event.finding);
        links = event.links;
      } else yield event;
    }
  }
  if (!findings.some(({ state }) => state === 'found')) {
    const failure = findings.findLast(({ error }) => error)?.error;
    if (failure) throw failure;
    yield { type: 'chunk', chunk: nothingFoundFor(research) };
    yield { type: 'done', finish: 'stop', endedAt: ctx.clock.now().getTime() };
    return;
  }
  yield* writeReport(ctx, person, research, { findings, links }, signal);
}

import { AvaError } from '#contract/errors.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { StepEvent } from '#contract/tasks/taskEvents.ts';
import { makeAnswer, type Evidence } from '#api/answers/answerPipeline.ts';
import type { AnswerPrompt } from '#api/answers/prompt/buildPrompt.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { readEarlierOutput } from '#api/tasks/earlierOutput.ts';
import { canReadOutput, HIDDEN_OUTPUT } from '#api/tasks/readableOutputs.ts';
import { toWork, type Finding, type Research } from './answerQuestion.ts';

const REPORT_RULES = `Task: research report
Write the report that the person asks for. Its only material is the passage "Findings", which has what was found for each question of a plan, and the passages that the findings cite.
Begin with the heading "Summary", in the language of the question, and two to four sentences. Then write a section with a heading of its own for each subject, with all figures, dates and names, in tables where they help. Use headings of the second level.
The numbers in the findings are those of the other passages: cite them right after each statement. Say where the findings disagree. Where nothing was found, say so and do not guess. Do not write about the plan or the research.`;

/** Writes the report from the findings and the passages that they cite, as far as the person can read them now. */
export async function* writeReport(
  ctx: AppContext,
  person: Person,
  research: Research,
  { findings, links }: { findings: readonly Finding[]; links: Citation[] },
  signal: AbortSignal,
): AsyncGenerator<StepEvent> {
  const { outputRow, reading, options, settings, text } = research;
  const numbered = { content: joinFindings(findings), links };
  const gatherPassages = async (): Promise<Evidence> => {
    if (!(await canReadOutput(ctx, person, outputRow))) throw new AvaError('not_found', { detail: HIDDEN_OUTPUT });
    const row = { ...outputRow, output: { ...outputRow.output, ...numbered } };
    const [found, ...sources] = await readEarlierOutput(ctx, person, { title: '', row }, reading.files);
    const system = await readSystemPrompt(ctx, person, { concise: options.concise, settings });
    const earlier = [...(found ? [{ ...found, fileName: 'Findings', citable: false as const }] : []), ...sources];
    return { system: `${system}\n\n${REPORT_RULES}`, text, history: [], earlier, numbered };
  };
  const work = { ...toWork(research, gatherPassages), checkPrompt: requireFindings };
  for await (const event of makeAnswer(ctx, work, signal)) {
    if (event.type === 'stage' || event.type === 'chunk' || event.type === 'citations') yield event;
    if (event.type !== 'done') continue;
    const notes = event.finish === 'stop' ? describeGaps(findings) : '';
    if (notes !== '') yield { type: 'chunk', chunk: notes };
    yield { type: 'done', finish: event.finish, endedAt: ctx.clock.now().getTime() };
    return;
  }
}

function requireFindings({ passages }: AnswerPrompt): void {
  if (passages.some(({ citable }) => citable === false)) return;
  throw new AvaError('too_large', {
    detail: 'What was found is too long for this model. Choose a model with a larger context window.',
  });
}

/** The findings as one text, with the questions as headings. Code that does not end would hide the citations after it. */
export function joinFindings(findings: readonly Finding[]): string {
  return findings
    .map((finding) => `## ${toPlainText(finding.question)}\n\n${describeFinding(finding)}\n\n`)
    .join('')
    .replace(/`|~{3,9}/g, '');
}

function describeFinding({ state, text }: Finding): string {
  if (state === 'failed') return 'This question was not answered, because of an error.';
  return state === 'nothing' ? `Nothing was found. ${text}` : text;
}

/** Sentences at the end of a report about what it lacks. They are AVA's own, so that no model can leave them out. */
function describeGaps(findings: readonly Finding[]): string {
  const quote = (of: readonly Finding[]) => of.map(({ question }) => `“${toPlainText(question)}”`).join(', ');
  const missing = findings.filter(({ state }) => state === 'nothing');
  const failed = findings.filter(({ state }) => state === 'failed');
  const unfinished = findings.filter(({ hasUsedUpLooks }) => hasUsedUpLooks);
  const sentences = [
    missing.length > 0 && `I found nothing in the files that you can read about ${quote(missing)}.`,
    failed.length > 0 &&
      `Something went wrong with ${quote(failed)}, so this is missing. Run the step again to add it.`,
    unfinished.length > 0 && `I used up the look-ups for ${quote(unfinished)}, so there can be more to find.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? '' : `\n\n*${sentences.join(' ')}*`;
}

/** A question as a part of Markdown: it can't format the text or look like a citation. */
const toPlainText = (question: string) => question.replace(/[^\p{L}\p{N}\p{M} &'’.,?:;%€()/-]/gu, ' ').trim();

import { getTask, saveTask } from '#contract/tasks/tasks.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { makeTask, mentionFinance, runAll, toSavedStep } from '#tests/harness/client/tasks.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});

const ada = () => app.as('ada');
/** The model writes this text for the prompt. */
const script = (match: string, text: string) => app.control('models', 'scenario', { name: 'script', text, match });

/** The prompt that the model received for the step with this prompt of the person. */
async function getPrompt(prompt: string): Promise<string> {
  const requests = await app.listRequests<{ messages: { content: string }[] }>('models');
  const request = requests.findLast(({ messages }) => messages.at(-1)?.content.endsWith(prompt));
  return request?.messages.map(({ content }) => content).join('\n') ?? '';
}

describe('a statement that a later step takes over', () => {
  it('leads to the page of the file that only the first step reads', async () => {
    const pdf = await makePdf([['The picnic takes place in Juniper Park.'], ['The basket costs 48 pounds.']]);
    const { file } = await uploadAndRead(ada(), new File([new Uint8Array(pdf)], 'picnic.pdf'));
    const prompts = ['List the costs.', 'Draft the invitation.', 'Shorten the invitation.'];
    const { taskId, stepIds } = await makeTask(ada(), { prompts, chained: true });
    const [first] = (await ada().call(getTask, { task_id: taskId })).TaskData;
    if (!first) throw new Error('The task has no step.');
    const { file_id: dataId, fileName: dataName, fileSize: dataSize } = file;
    const stepData = [{ dataId, dataName, dataSize, dataType: 'PDF' as const }];
    await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData: [toSavedStep(first, { stepData })] } });
    await script('List the costs.', 'Costs: the basket costs 48 pounds [2]. Bring a blanket.');
    await script('Draft the invitation.', 'Come! The basket costs 48 pounds. [2] Bring a blanket. [1]');
    await script('Shorten the invitation.', 'The basket costs 48 pounds. [2]');
    const { outputs } = await runAll(ada(), taskId);
    expect(await getPrompt('Draft the invitation.')).toContain('the basket costs 48 pounds [2]. Bring a blanket.<');
    const basket = { fileid: dataId, filename: 'picnic.pdf', pagenumber: 2, quote: 'The basket costs 48 pounds.' };
    const links = stepIds.map((id) => outputs[id]?.links);
    expect(links[1]).toMatchObject([
      { ...basket, number: 1, standing: 'holds' },
      { fileid: stepIds[0], filename: 'Output of Step 1', number: 2, quote: 'Bring a blanket.' },
    ]);
    expect(links[2]).toMatchObject([{ ...basket, standing: 'holds' }]);
  });

  it('leads to the file of the site that only an earlier step searches', async () => {
    const site = await makeCorpus(ada(), 'Finance');
    const files = await listCrawledFiles(ada(), site.SiteId);
    await addFiles(
      ada(),
      site,
      files.filter(({ name }) => name === 'Company Cards.txt'),
    );
    const prompts = ['repeat after me: one', '', 'Write to the team.', 'Shorten the letter.'];
    const { taskId, stepIds } = await makeTask(ada(), { prompts, chained: true });
    await mentionFinance(ada(), taskId);
    await script('Write to the team.', 'Use your card: it is blocked after two months without use. [2]');
    await script('Shorten the letter.', 'Blocked after two months without use. [2]');
    const { outputs } = await runAll(ada(), taskId);
    const cards = {
      filename: 'Company Cards.txt',
      site: site.SiteId,
      quote: 'A company card is blocked after two months without use.',
      standing: 'holds',
    };
    for (const id of stepIds.slice(2)) expect(outputs[id]?.links).toMatchObject([cards]);
    // The model that writes the queries of a step also reads the earlier output.
    expect(JSON.stringify(await app.listRequests('models'))).toContain('<earlier_answer>one</earlier_answer>');
    // The prompt contains the whole passage, not only the cited sentence.
    const prompt = await getPrompt('Shorten the letter.');
    expect(prompt).toContain('A lost card is reported to the bank first');
    expect(prompt).toContain('step 4 of 4 of a task of this person: “Step 4”');
    expect(prompt).not.toContain('What was found for the question');
  });
});

describe('an output that is too long for the next step', () => {
  it('stays, and the next step fails with a sentence that its model cannot read so much', async () => {
    const prompts = ['Describe all cups', 'Summarize this.'];
    const { taskId, stepIds } = await makeTask(ada(), { prompts, chained: true });
    // 150,000 tokens; the model reads 100,000.
    const text = '茶会 '.repeat(50_000);
    await app.control('models', 'scenario', { name: 'script', text, chunk: 50_000, match: 'Describe all cups' });
    const run = await runAll(ada(), taskId, { model: 'o4-mini' });
    const [long, next] = stepIds.map((id) => run.outputs[id]);
    expect(long?.content.trim()).toHaveLength(text.trim().length);
    const detail = expect.stringContaining('The output of “Step 1” is too long for this model.');
    expect(next?.state).toMatchObject({ name: 'failed', error: { code: 'too_large', detail } });
    expect((await ada().call(getTask, { task_id: taskId })).TaskData[0]?.stepOutput?.content).toBe(long?.content);
  });

  it('fails a research, too, instead of being left out of it', async () => {
    const prompts = ['Describe all plates', 'Research this.'];
    const { taskId, stepIds } = await makeTask(ada(), { prompts, chained: true });
    const [, research] = (await ada().call(getTask, { task_id: taskId })).TaskData;
    if (!research) throw new Error('The task has no second step.');
    const { file } = await uploadAndRead(ada(), new File(['Plates are white.'], 'Plates.txt'));
    const { file_id: dataId, fileName: dataName, fileSize: dataSize } = file;
    const stepData = [{ dataId, dataName, dataSize, dataType: 'TXT' as const }];
    const TaskData = [toSavedStep(research, { stepType: 'research', stepData })];
    await ada().call(saveTask, { task_data: { TaskId: taskId, TaskData } });
    const text = '茶会 '.repeat(50_000);
    await app.control('models', 'scenario', { name: 'script', text, chunk: 50_000, match: 'Describe all plates' });
    const run = await runAll(ada(), taskId, { model: 'o4-mini' });
    const detail = expect.stringContaining('The output of “Step 1” is too long for this model.');
    expect(run.outputs[stepIds[1] ?? '']?.state).toMatchObject({
      name: 'failed',
      error: { code: 'too_large', detail },
    });
  });
});

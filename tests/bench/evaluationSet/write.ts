/** `node tests/bench/evaluationSet/write.ts DIR`: writes the questions and files of the invented organization. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { makeFiles } from './documents.ts';
import { makeQuestions } from './questions.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node tests/bench/evaluationSet/write.ts DIR');
  process.exit(2);
}
const files = makeFiles();
await mkdir(join(folder, 'files'), { recursive: true });
for (const { fileName, pages } of files) {
  const bytes = await makePdf(
    pages.map((page) => page.split('\n')),
    { small: true },
  );
  await writeFile(join(folder, 'files', fileName), bytes);
}
const questions = makeQuestions(files);
await writeFile(join(folder, 'questions.jsonl'), questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
console.log(`${questions.length} questions and ${files.length} files in ${folder}`);

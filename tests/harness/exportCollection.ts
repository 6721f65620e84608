/**
 * A collection of Markdown documents: each construct nested in each other construct, texts in three scripts, long
 * tables, many images.
 */
export interface SampleDocument {
  name: string;
  markdown: string;
  /** Words that each export has to contain. */
  words: string[];
  images: Record<string, string>;
}

/** A red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

type Construct = (word: () => string) => string;

/** Markdown blocks and inline elements by name; `word` returns a new word at each call. */
const constructs: Record<string, Construct> = {
  paragraph: (word) => `${word()} ${word()}\n${word()}`,
  emphasis: (word) => `**${word()} _${word()} ~~${word()}~~_** \`${word()}\``,
  heading: (word) => `### ${word()} *${word()}*`,
  bullets: (word) => `- ${word()}\n- ${word()}\n  - ${word()}`,
  numbers: (word) => `7. ${word()}\n8. ${word()}\n   1. ${word()}`,
  tasks: (word) => `- [x] ${word()}\n- [ ] ${word()}`,
  quote: (word) => `> ${word()}\n>\n> > ${word()}`,
  code: (word) => `\`\`\`js\nconst ${word()} = 1;\n  ${word()}();\n\`\`\``,
  table: (word) =>
    `| ${word()} | **${word()}** |\n|:--|--:|\n| ${word()} | \`${word()}\` |\n| [${word()}](https://a.example/x) | |`,
  formula: (word) => `$$\n${word()}^2\n$$`,
  link: (word) => `[${word()} **${word()}**](https://northwind.example/a) <https://northwind.example/${word()}>`,
  html: (word) => `${word()}<br>${word()} <b>${word()}</b>`,
};

/** Markdown blocks that contain others and prefix the lines of these. */
const containers: Record<string, (content: string) => string> = {
  quote: (content) => prefix(content, '> ', '> '),
  bullets: (content) => prefix(content, '- ', '  '),
  numbers: (content) => prefix(content, '3. ', '   '),
  tasks: (content) => prefix(`[ ] task\n\n${content}`, '- ', '  '),
  footnote: (content) => `Text.[^1]\n\n[^1]: note\n\n${prefix(content, '    ', '    ')}`,
};

function prefix(content: string, first: string, others: string): string {
  return content
    .split('\n')
    .map((line, index) => (line === '' && index > 0 ? others.trimEnd() : (index === 0 ? first : others) + line))
    .join('\n');
}

/** Makes words that occur nowhere else: `kaba3x7`. */
function createWords(document: number): { word: () => string; words: string[] } {
  const words: string[] = [];
  const word = () => {
    const next = `wort${document}x${words.length}`;
    words.push(next);
    return next;
  };
  return { word, words };
}

export function makeCollection(): SampleDocument[] {
  const documents: SampleDocument[] = [];
  const add = (name: string, write: Construct, images: Record<string, string> = {}, extra: string[] = []) => {
    const { word, words } = createWords(documents.length);
    const markdown = write(word);
    documents.push({ name, markdown, words: [...words, ...extra], images });
  };
  for (const [inner, construct] of Object.entries(constructs))
    for (const [outer, contain] of Object.entries(containers))
      add(`${inner} in ${outer}`, (word) => contain(construct(word)));
  for (const [outer, contain] of Object.entries(containers))
    add(`all in ${outer} in a list`, (word) => {
      const content = Object.values(constructs).map((construct) => construct(word));
      return prefix(contain(content.join('\n\n')), '- ', '  ');
    });
  add('a table of 200 rows', (word) => {
    const rows = Array.from({ length: 200 }, () => `| ${word()} | ${word()} | text |`);
    return `| A | B | C |\n|---|---|---|\n${rows.join('\n')}`;
  });
  add('a table of 20 columns', (word) => {
    const cells = Array.from({ length: 20 }, () => word());
    return `|${cells.join('|')}|\n|${'-|'.repeat(20)}\n|${cells.map(() => word()).join('|')}|`;
  });
  add(
    '40 images',
    (word) => Array.from({ length: 40 }, (_, index) => `![](${index}.png) ${word()}`).join('\n\n'),
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.png`, PIXEL])),
  );
  add('Chinese', (word) => `# 季度报告 ${word()}\n\n收入**增长**了百分之十二。\n\n- 手册第三页`, {}, [
    '收入',
    '增长',
    '手册第三页',
  ]);
  add('Korean', (word) => `## 분기 보고서 ${word()}\n\n> 매출이 *증가*했습니다.`, {}, ['분기', '매출이', '증가']);
  add('Japanese', (word) => `| 売上 | ${word()} |\n|--|--|\n| ひらがな | カタカナ |`, {}, [
    '売上',
    'ひらがな',
    'カタカナ',
  ]);
  add('Cyrillic and Greek', (word) => `Отчёт о продажах ${word()}. Αναφορά πωλήσεων ≤ ∑ → €.`, {}, [
    'Отчёт',
    'продажах',
    'Αναφορά',
    '≤',
    '∑',
    '→',
  ]);
  add('a long word', (word) => `${word()} ${'x'.repeat(400)} ${word()}`, {}, ['x'.repeat(400)]);
  return documents;
}

import type { Surface } from './readings.ts';

/**
 * What each surface shows of a Markdown text, line by line. `{b:…}` is bold, `i` italic, `s` struck, `u` underlined, `low`
 * and `high` subscript and superscript, `a` a link; `{code:…}` is code, or a formula that the surface shows as its TeX.
 * `except` has the readings of surfaces that show something else.
 */
export interface DialectCase {
  markdown: string;
  reads: string;
  except?: Partial<Record<Surface, string>>;
}

const one = (markdown: string, reads: string, except: DialectCase['except'] = {}): DialectCase => ({
  markdown,
  reads,
  except,
});
/** A text that each surface shows unchanged. */
const same = (markdown: string, except: DialectCase['except'] = {}) => one(markdown, markdown, except);

export const dialectCases: Readonly<Record<string, readonly DialectCase[]>> = {
  'angle brackets': [
    same('Dear <Name>, welcome.'),
    same('<Name>'),
    same('Keep <exact lines> visible.'),
    one('Use `List<String>` and Map<K, V>.', 'Use {code:List<String>} and Map<K, V>.'),
    same('x < y && y > z'),
    same('Text with <div class="x">a tag</div> inside.'),
    same('<p>A paragraph in tags.</p>'),
    one('<div>\n**Costs**\n</div>', '<div>\n{b:Costs}\n</div>'),
    same('<details><summary>More</summary>Hidden part</details>'),
    same('Seen <!-- and not hidden --> text.'),
    same('<script>alert(1)</script>'),
    same('<img src=x onerror=alert(1)>'),
    same('<b onclick="x">not bold</b>'),
    same('Press <Enter>\nthen <Esc>'),
    one('\\<u>plain\\</u>', '<u>plain</u>'),
    one('&lt;Name&gt; &amp; co', '<Name> & co'),
  ],
  'tags with a meaning': [
    one('Ada<br>Ben<br/>Cleo<br />Dora', 'Ada\nBen\nCleo\nDora'),
    one('| Team | People |\n|---|---|\n| A | Ada<br>Ben |', 'Team\nPeople\nA\nAda\nBen', {
      text: 'Team People\nA Ada Ben',
    }),
    one('H<sub>2</sub>O', 'H{low:2}O', { text: 'H₂O' }),
    one('10<sup>6</sup> m<sup>2</sup>', '10{high:6} m{high:2}', { text: '10⁶ m²' }),
    one('x<sub>max</sub> and 2<sup>n+1</sup>', 'x{low:max} and 2{high:n+1}', { text: 'x_max and 2^(n+1)' }),
    one('<u>Read this</u> first', '{u:Read this} first'),
    one('<ins>new</ins> and <del>old</del>', '{u:new} and {s:old}'),
    one('<b>bold</b> and <strong>bold</strong>', '{b:bold} and {b:bold}'),
    one('<i>slanted</i> and <em>slanted</em>', '{i:slanted} and {i:slanted}'),
    one('<s>gone</s> and <strike>gone</strike>', '{s:gone} and {s:gone}'),
    one('<kbd>Ctrl</kbd>+<code>C</code>', '{code:Ctrl}+{code:C}'),
    one('<U>Upper case</U>', '{u:Upper case}'),
    one('<u>**both**</u>', '{bu:both}'),
    one('**<u>both</u>**', '{bu:both}'),
    same('<u>never closed'),
    same('never opened</u>'),
    one('<br>\nat the start', 'at the start'),
    one('- <u>item</u>\n- H<sub>2</sub>O', '{u:item}\nH{low:2}O', { text: '- item\n- H₂O' }),
  ],
  tildes: [
    same('20~25 °C or 30~35 °C'),
    same('~5 hours and ~40 euros'),
    one('A ~~struck~~ word', 'A {s:struck} word'),
    one('~~価格：~~無料', '{s:価格：}無料'),
    same('a ~b~ c'),
    one('`~x~`', '{code:~x~}'),
  ],
  emphasis: [
    one('**bold** and *italic* and ***both***', '{b:bold} and {i:italic} and {bi:both}'),
    one('__bold__ and _italic_', '{b:bold} and {i:italic}'),
    same('snake_case_name and a_b_c'),
    same('2 * 3 * 4 and 5*6'),
    one('**重要事項：**会議は三時です。', '{b:重要事項：}会議は三時です。'),
    one('**“北部”**地区的预算。', '{b:“北部”}地区的预算。'),
    one('这是**“北部”**地区', '这是{b:“北部”}地区'),
    one('**중요(필독)**입니다.', '{b:중요(필독)}입니다.'),
    one('会議は**三時**です', '会議は{b:三時}です'),
    one('*強調。*です', '{i:強調。}です'),
    one('**ราคา:**ข้อความ', '{b:ราคา:}ข้อความ'),
    one('He said **"stop."**Then left.', 'He said {b:"stop."}Then left.'),
    one('**Note:**text', '{b:Note:}text'),
    same('(a)**2 + (b)**2'),
    same('a.*b and c.*d'),
    one('\\*not italic\\*', '*not italic*'),
  ],
  formulas: [
    one('$E = mc^2$', '{code:E = mc^2}'),
    same('It costs $5 and $6.'),
    same('$5-$6, US$5 or US$6'),
    one('**$5**/**$6**', '{b:$5}/{b:$6}'),
    same('between $5 and 6$ a piece'),
    one('the $n$-th and $x_1 * y_1 * z$', 'the {code:n}-th and {code:x_1 * y_1 * z}'),
    one('公式$E=mc^2$です', '公式{code:E=mc^2}です'),
    one('\\(a_1 < b_1\\) holds', '{code:a_1 < b_1} holds'),
    one('$$x^2$$', '{code:x^2}'),
    one('\\[\nE = mc^2\n\\]', '{code:E = mc^2}'),
    same('set $HOME and $PATH'),
    same('echo $HOME/$USER'),
    one('`$x$` is code', '{code:$x$} is code'),
    one('a \\$5 and \\$6', 'a $5 and $6'),
  ],
  lines: [
    same('Kind regards\nAda Moreau\nHead of Finance'),
    one('two spaces  \nand a backslash\\\nbreak', 'two spaces\nand a backslash\nbreak'),
    one('- first\n  second\n- third', 'first\nsecond\nthird', { text: '- first\n  second\n- third' }),
    one('**bold\nover lines**', '{b:bold}\n{b:over lines}'),
    one('one\r\ntwo', 'one\ntwo'),
    one('会議は\n三時', '会議は\n三時'),
  ],
  'what stays as it was': [
    one('[the policy](https://northwind.example/p)', '{a:the policy}', {
      screen: '{a:the policy} (northwind.example)',
      text: 'the policy (https://northwind.example/p)',
    }),
    one('https://northwind.example/~ada', '{a:https://northwind.example/~ada}'),
    one('`a * b`', '{code:a * b}'),
    one('1. one\n2. two', 'one\ntwo', { text: '1. one\n2. two' }),
    one('| a | b |\n|---|---|\n| **x** | y |', 'a\nb\n{b:x}\ny', { text: 'a b\nx y' }),
    one('## Costs of <Team>', 'Costs of <Team>', { text: 'Costs of <Team>\n---------------' }),
    one('&copy; 2026&nbsp;AVA', '© 2026 AVA'),
  ],
};

export const allCases: readonly DialectCase[] = Object.values(dialectCases).flat();

/** Characters that look alike and that a font has. */
const substitutes: Readonly<Record<string, string>> = {
  '✅': '✓', '☑': '✓', '✔': '✓', '❌': '×', '❎': '×', '✗': '×', '✘': '×', '✖': '×', '☐': '□', '⭐': '★', '🌟': '★',
  '➕': '+', '➖': '−', '❗': '!', '❓': '?', '➡': '→', '⬅': '←', '⬆': '↑', '⬇': '↓', '▶': '▸', '◀': '◂', '⚫': '●', '⚪': '○',
}; // prettier-ignore

/** Names of the emoji that answers use most; the fonts have no glyphs for them. */
const names: Readonly<Record<string, string>> = {
  '✅': 'check mark', '❌': 'cross mark', '❎': 'cross mark', '⚡': 'lightning', '⭐': 'star', '🌟': 'star', '✨': 'sparkles',
  '🎉': 'party popper', '🎊': 'confetti', '🚀': 'rocket', '👍': 'thumbs up', '👎': 'thumbs down', '👏': 'applause',
  '🙌': 'raised hands', '🙏': 'folded hands', '👋': 'waving hand', '💪': 'strong arm', '👀': 'eyes', '👉': 'pointing right',
  '👇': 'pointing down', '👆': 'pointing up', '👈': 'pointing left', '😀': 'smile', '😃': 'smile', '😄': 'smile', '😊': 'smile',
  '🙂': 'smile', '😉': 'wink', '😂': 'laughing', '🤣': 'laughing', '😍': 'heart eyes', '😢': 'crying', '😭': 'crying',
  '😡': 'angry', '🤔': 'thinking', '😅': 'relieved', '😎': 'sunglasses', '❤': 'heart', '💙': 'blue heart', '💚': 'green heart',
  '🔥': 'fire', '💡': 'idea', '📌': 'pin', '📍': 'location', '📎': 'paper clip', '📝': 'note', '📄': 'page', '📃': 'page',
  '📁': 'folder', '📂': 'folder', '📅': 'calendar', '📆': 'calendar', '📊': 'chart', '📈': 'rising chart', '📉': 'falling chart',
  '📧': 'e-mail', '✉': 'envelope', '📞': 'telephone', '📱': 'phone', '💻': 'laptop', '🖥': 'computer', '🔒': 'locked',
  '🔓': 'unlocked', '🔑': 'key', '🔗': 'link', '🔍': 'magnifier', '🔎': 'magnifier', '🔔': 'bell', '⏰': 'alarm clock',
  '⏳': 'hourglass', '⌛': 'hourglass', '🕒': 'clock', '💰': 'money', '💵': 'money', '💼': 'briefcase', '🏆': 'trophy',
  '🎯': 'target', '🧠': 'brain', '🛠': 'tools', '🔧': 'wrench', '⚙': 'gear', '🌍': 'globe', '🌎': 'globe', '🌐': 'globe',
  '🏢': 'office', '🏠': 'house', '👤': 'person', '👥': 'people', '📣': 'megaphone', '📢': 'loudspeaker', '💬': 'speech bubble',
  '🔴': 'red', '🟠': 'orange', '🟡': 'yellow', '🟢': 'green', '🔵': 'blue', '🟣': 'purple', '⚫': 'black', '⚪': 'white',
  '🚨': 'alert', '🚫': 'prohibited', '⛔': 'no entry', '❗': 'exclamation', '❓': 'question', '➕': 'plus', '➖': 'minus',
  '☕': 'coffee', '🍰': 'cake', '🎂': 'birthday cake', '🎁': 'gift', '🤖': 'robot', '👩': 'woman', '👨': 'man', '👧': 'girl',
  '👦': 'boy', '👶': 'baby', '🧑': 'person', '🎨': 'art', '🎓': 'graduation', '🏥': 'hospital', '🏫': 'school', '🏭': 'factory',
  '🚗': 'car', '🚆': 'train', '🚌': 'bus', '✈': 'airplane', '🚲': 'bicycle', '🌱': 'plant', '🌳': 'tree', '☀': 'sun', '🌧': 'rain',
  '🍎': 'apple', '🍵': 'tea', '🍽': 'meal', '🥳': 'celebrating', '😕': 'confused', '🙁': 'frown', '🤝': 'handshake', '✍': 'writing',
  '🗓': 'calendar', '🗂': 'folders', '📋': 'clipboard', '📚': 'books', '📖': 'book', '📰': 'newspaper', '📦': 'package',
  '🧩': 'puzzle piece', '🧪': 'test tube', '🔄': 'refresh', '⚠': 'warning', '🆕': 'new', '🔺': 'up', '🔻': 'down', '🥇': 'first',
  '🥈': 'second', '🥉': 'third', '🏅': 'medal', '🌈': 'rainbow', '⏱': 'stopwatch', '🛡': 'shield', '🔐': 'locked', '✔': 'check mark',
}; // prettier-ignore

/** Skin tones, joiners and variation selectors. */
const PART_OF_EMOJI = /\p{Emoji_Modifier}|\p{Default_Ignorable_Code_Point}/u;
const REGIONAL_A = 0x1f1e6;
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

export function findSubstitute(cluster: string): string | undefined {
  return substitutes[cluster.replace('\ufe0f', '')];
}

/** What a PDF shows for a character that no font has: the name of an emoji or a flag, or the number in Unicode. */
export function replaceMissing(cluster: string): string {
  const flag = getFlagName(cluster);
  if (flag) return `[${flag}]`;
  const parts = [...cluster].filter((character) => !PART_OF_EMOJI.test(character));
  // A family, or a person with a job, is one picture.
  return `[${parts.map((character) => names[character] ?? toNumber(character)).join(', ')}]`;
}

function getFlagName(cluster: string): string | null {
  const letters = [...cluster].map((character) => (character.codePointAt(0) ?? 0) - REGIONAL_A);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return null;
  const code = String.fromCharCode(...letters.map((letter) => 65 + letter));
  return `flag: ${regionNames.of(code) ?? code}`;
}

const toNumber = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const PART = /<part>([^<]{0,20000})<\/part>/g;
const MAX_BULLETS = 4;
/** Longer sentences are cut at a comma, if they have one. */
const MAX_CHARACTERS = 110;

/** Bullets for the parts of a request: their first sentences, each up to a comma if it is long. */
export function createBullets(request: string): string {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const parts = [...request.matchAll(PART)].map(([, text = ''], index) => {
    const sentences = [...segmenter.segment(text.replace(/\s+/g, ' '))].map(({ segment }) => segment.trim());
    const bullets = sentences.filter((sentence) => sentence !== '').slice(0, MAX_BULLETS);
    return [`## ${index + 1}`, ...bullets.map((sentence) => `- ${shorten(sentence)}`)].join('\n');
  });
  return parts.join('\n\n');
}

function shorten(sentence: string): string {
  if (sentence.length <= MAX_CHARACTERS) return sentence.replace(/\.$/, '');
  const comma = sentence.lastIndexOf(',', MAX_CHARACTERS);
  const space = sentence.lastIndexOf(' ', MAX_CHARACTERS);
  return sentence.slice(0, comma > 40 ? comma : space);
}

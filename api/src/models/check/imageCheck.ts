import { askForAnswer, toMessages, type CheckContext } from './checkQuestion.ts';
import { checkTexts as texts } from './check.texts.ts';
import type { Finding } from './finding.ts';

/** A red square of 64 pixels, larger than the smallest image that models accept. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==';

/** Some servers accept an image and drop it, so the answer must name its color. */
export async function checkImage(context: CheckContext): Promise<Finding> {
  if (!context.model.modalities.includes('image_input')) return { outcome: 'skipped', ...texts.noImages };
  const { text } = await askForAnswer(context, {
    messages: toMessages([
      { type: 'text', text: 'Which color fills this image? Answer with one word.' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${RED_SQUARE}` } },
    ]),
  });
  return /\bred\b/i.test(text)
    ? { outcome: 'works', detail: texts.sawImage }
    : { outcome: 'fails', ...texts.imageNotSeen(text) };
}

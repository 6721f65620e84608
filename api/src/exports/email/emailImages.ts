import { createCanvas, loadImage } from '@napi-rs/canvas';
import { imageTypes, type ExportImage } from '#api/exports/document.ts';

/** Twice the width of the text in Outlook, so that an image is sharp on screens with small pixels. */
const MAX_SIDE = 1_600;
/** Maximum size of an image, below Graph's limit of 3 MB for an attachment. */
const MAX_BYTES = 2_500_000;
const JPEG_QUALITY = 82;

/** An image as an attachment that the text shows. */
export interface EmailImage {
  name: string;
  contentType: string;
  /** The text refers to it as `cid:` and this id. */
  contentId: string;
  bytes: Uint8Array;
}

/** Returns the image, scaled if it is too large for a mail. Throws if the bytes are not an image. */
export async function toEmailImage(image: ExportImage, number: number): Promise<EmailImage> {
  const { type, bytes } = await scale(image);
  return {
    name: `image${number}.${type}`,
    contentType: imageTypes[type],
    contentId: `image${number}`,
    bytes,
  };
}

async function scale({ bytes, type, width, height }: ExportImage): Promise<Pick<ExportImage, 'type' | 'bytes'>> {
  const longer = Math.max(width, height);
  if (longer <= MAX_SIDE && bytes.length <= MAX_BYTES) return { type, bytes };
  const image = await loadImage(bytes);
  const draw = (side: number) => {
    const factor = Math.min(1, side / longer);
    const canvas = createCanvas(Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)));
    const context = canvas.getContext('2d');
    // JPEG has no transparency.
    if (type === 'jpg') {
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
  if (type !== 'jpg') {
    const png = draw(MAX_SIDE).toBuffer('image/png');
    if (png.length <= MAX_BYTES) return { type: 'png', bytes: png };
  }
  for (let side = MAX_SIDE; ; side /= 2) {
    const jpeg = draw(side).toBuffer('image/jpeg', JPEG_QUALITY);
    if (jpeg.length <= MAX_BYTES) return { type: 'jpg', bytes: jpeg };
  }
}

import type { FileType } from '#contract/files/fileTypes.ts';
import { IMAGE_MAX_MB, IMAGE_MAX_SIDE_PX, IMAGE_QUALITY } from '#contract/limits.ts';
import { imageTokens } from '#contract/text/tokens.ts';
import { logFailure } from '#tab/state/log.ts';
import type { ImageContent } from '#tab/features/files/files.state.ts';

/**
 * Compresses an image to at most 0.5 MB and 1024 px per side, on the main thread: the library's worker loads its code
 * from a foreign host. Falls back to the original. A GIF is not compressed, because it would lose its animation.
 */
export async function compressImage(file: File, type: FileType): Promise<File> {
  if (type === 'GIF') return file;
  try {
    const { default: imageCompression } = await import('browser-image-compression');
    return await imageCompression(file, {
      maxSizeMB: IMAGE_MAX_MB,
      maxWidthOrHeight: IMAGE_MAX_SIDE_PX,
      initialQuality: IMAGE_QUALITY,
      useWebWorker: false,
    });
  } catch (cause) {
    logFailure('failed to compress image; using the original', cause);
    return file;
  }
}

const imageMimes: Partial<Record<FileType, string>> = { JPG: 'image/jpeg', PNG: 'image/png', GIF: 'image/gif' };

/** MIME type of an image type; empty for any other type. */
export function getImageMime(type: FileType): string {
  return imageMimes[type] ?? '';
}

/** Reads an image for sending and counts its tokens from its pixels. Throws when it cannot be decoded. */
export async function readImage(file: File, type: FileType): Promise<ImageContent> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  const base64 = await toBase64(file);
  return {
    kind: 'image',
    mime: file.type || getImageMime(type),
    base64,
    width,
    height,
    tokens: imageTokens(width, height),
  };
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new Error('failed to read image bytes', { cause: reader.error }));
    reader.readAsDataURL(file);
  });
}

export function toDataUrl(content: Pick<ImageContent, 'mime' | 'base64'>): string {
  return `data:${content.mime};base64,${content.base64}`;
}

import type { FileType } from '../../../../../api/contract/fileTypes.ts';
import { IMAGE_MAX_MB, IMAGE_MAX_SIDE_PX, IMAGE_QUALITY } from '../../../../../api/contract/limits.ts';
import { imageTokens } from '../../../../../api/contract/tokens.ts';
import { logFailure } from '../../../state/log.ts';
import type { ImageContent } from '../files.state.ts';

/**
 * Compresses an image to at most 0.5 MB and 1024 px a side, in the page itself: the library's own worker would fetch
 * its code from a foreign host. A failure falls back to the original; a GIF stays as it is, or it would stop moving.
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
    logFailure('An image could not be compressed; the original is used.', cause);
    return file;
  }
}

const mimes: Partial<Record<FileType, string>> = { JPG: 'image/jpeg', PNG: 'image/png', GIF: 'image/gif' };

/** The mime type of an image that can be drawn; empty for any other type. */
export function mimeOf(type: FileType): string {
  return mimes[type] ?? '';
}

/** Reads an image for sending; its tokens come from its real pixels. Throws when it is no image that can be drawn. */
export async function readImage(file: File, type: FileType): Promise<ImageContent> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  const base64 = await base64Of(file);
  return {
    kind: 'image',
    mime: file.type || mimeOf(type),
    base64,
    width,
    height,
    tokens: imageTokens(width, height),
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new Error('The bytes of the image could not be read.', { cause: reader.error }));
    reader.readAsDataURL(file);
  });
}

export function dataUrl(content: Pick<ImageContent, 'mime' | 'base64'>): string {
  return `data:${content.mime};base64,${content.base64}`;
}

import { useEffect, useState } from 'react';
import { getPhoto } from '#contract/people.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { api } from '#tab/api.ts';

/** Photos by creator; many prompts have the same one. `null`: the person has none. */
const photos = new Map<string, Promise<string | null>>();

/** URL of the creator's photo; `null` until it is loaded, or if there is none. */
export function useCreatorPhoto({ creator_id: id }: Pick<Prompt, 'creator_id'>): string | null {
  const [photo, setPhoto] = useState<{ id: string; url: string | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void getCreatorPhoto(id).then((url) => isCurrent && setPhoto({ id, url }));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return photo?.id === id ? photo.url : null;
}

function getCreatorPhoto(id: string): Promise<string | null> {
  const known = photos.get(id);
  if (known) return known;
  const fetched = api.bytes(getPhoto, { id }).then(
    (bytes) => URL.createObjectURL(bytes),
    () => null,
  );
  photos.set(id, fetched);
  return fetched;
}

/** Forgets all photos, because another person signed in. */
export function clearCreatorPhotos(): void {
  for (const photo of photos.values()) void photo.then((url) => url !== null && URL.revokeObjectURL(url));
  photos.clear();
}

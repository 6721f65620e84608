import { useEffect, useState } from 'react';
import { getPhoto } from '#contract/people.ts';
import { api } from '#tab/api.ts';

/**
 * URL of a person's photo, by default the signed-in person's; `null` until it is loaded or when there is none.
 * @param revision a photo is fetched again when it changes
 */
export function usePhoto(personId?: string, revision = 0): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    let objectUrl: string | null = null;
    api
      .bytes(getPhoto, personId === undefined ? {} : { id: personId }, { signal: abort.signal })
      .then((photo) => {
        if (abort.signal.aborted) return;
        objectUrl = URL.createObjectURL(photo);
        setAddress(objectUrl);
      })
      .catch(() => setAddress(null));
    return () => {
      abort.abort();
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [personId, revision]);
  return address;
}

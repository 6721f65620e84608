import { AvaError, isAvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { DriveItem } from './driveItem.ts';
import type { DriveGraph } from './drives.ts';
import { getOwnDriveId } from '#api/graph/fileSources.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { isStorageFull } from './storageFull.ts';
import type { FileToSend } from './uploadSession.ts';

export interface OneDriveGraph {
  /**
   * Puts a file into the person's OneDrive, under another name if its name is taken. Throws `no_drive`, `drive_full` or
   * `drive_read_only`.
   */
  saveToOneDrive(person: Person, file: FileToSend): Promise<DriveItem>;
}

export function createOneDrive(client: GraphClient, { upload }: Pick<DriveGraph, 'upload'>): OneDriveGraph {
  return {
    async saveToOneDrive(person, file) {
      const driveId = await getOwnDriveId(client, person);
      try {
        return await upload(person, driveId, file);
      } catch (cause) {
        if (isStorageFull(cause)) throw new AvaError('drive_full', { cause });
        // The drive itself was found before, so `not_found` means that Graph does not let the person write into it.
        if (isAvaError(cause) && cause.code === 'not_found') throw new AvaError('drive_read_only', { cause });
        throw cause;
      }
    },
  };
}

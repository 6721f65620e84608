import { toasts } from '#tab/shell/toasts/toasts.ts';
import { acceptDropped } from './taskFiles.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/browserDatabase.ts');

it('accepts dropped PDF, DOCX and TXT files, and names all others', () => {
  const names = ['Costs.txt', 'Plan.pptx', 'Move.docx', 'Photo.png', 'Lease.PDF'];
  const accepted = acceptDropped(names.map((name) => new File(['x'], name)));
  expect(accepted.map(({ name }) => name)).toEqual(['Costs.txt', 'Move.docx', 'Lease.PDF']);
  expect(toasts.entries.map(({ text }) => text)).toEqual([
    "Plan.pptx, Photo.png can't be added. Tasks accept PDF, DOCX and TXT files.",
  ]);
});

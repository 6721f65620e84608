import type { Client } from '#contract/client.ts';
import { ingestTemplate } from '#contract/exports/presentations.ts';
import { openParts, zipParts, type Parts } from '#api/ooxml/parts.ts';
import { writePresentation } from '#api/presentations/writePresentation.ts';
import { waitForJob } from './uploads.ts';

/** A template as an organization has it: with two slides of an old presentation. */
export function makeTemplateFile(change: (parts: Parts) => void = () => undefined): Uint8Array<ArrayBuffer> {
  const { bytes } = writePresentation('## Secret plan\n\nBuy Contoso [1].', null, {
    name: 'Old board meeting',
    sources: [{ number: 1, filename: 'Secret.pdf', location: '', link: null }],
  });
  const parts = openParts(bytes);
  change(parts);
  return new Uint8Array(zipParts(parts));
}

/** Uploads a template and waits until it was checked. */
export async function uploadTemplate(person: Client, bytes: Uint8Array<ArrayBuffer>, name = 'Northwind.pptx') {
  const { job_id: jobId, template_folder: folder } = await person.upload(ingestTemplate, {}, new File([bytes], name));
  return { folder, status: await waitForJob(person, jobId) };
}

import { getUsageCsv, type UsagePeriod } from '../../../../../api/contract/admin/usage.ts';
import { isAvaError } from '../../../../../api/contract/errors.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { adminTexts } from '../admin.texts.ts';

/** Time in which a browser starts the download. */
const ADDRESS_KEPT_MS = 60_000;

export async function downloadUsage(days: UsagePeriod): Promise<void> {
  try {
    const file = await api.bytes(getUsageCsv, { days });
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = `AVA usage, last ${days} days.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS);
  } catch (cause) {
    logFailure(adminTexts.usage.downloadFailed, cause);
    showToast('error', isAvaError(cause) ? cause.detail : adminTexts.usage.downloadFailed);
  }
}

import * as contract from '@atrium/contract/dashboard-templates';
import type { DashboardDocument } from '@atrium/rules/dashboard';
import { applyOperations } from '@atrium/rules/dashboard-edits';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { type SavedDashboard, savedDashboard } from '../document/saved-dashboard.ts';
import { refusalOr } from '../document/server-transport.ts';
import type { Transport } from '../document/transport.ts';

/** A template is saved as a whole: it has no edits that others could follow on. */
export function templateTransport(dashboardTemplateId: string, opened: SavedDashboard, onSaved: () => void): Transport {
  const params = { dashboardTemplateId };
  const known = new Map<number, DashboardDocument>([[opened.version, opened.document]]);
  const note = (saved: SavedDashboard): SavedDashboard => {
    known.set(saved.version, saved.document);
    return saved;
  };
  const load = async () => {
    try {
      return note(savedDashboard(await call(contract.getTemplate, { params })));
    } catch (error) {
      throw refusalOr(error);
    }
  };
  return {
    load,
    async send({ operations }, seenVersion) {
      const before = known.get(seenVersion) ?? (await load()).document;
      const { widgets } = applyOperations(before, operations);
      try {
        const body = { config: JSON.stringify(widgets) };
        const saved = await call(contract.updateTemplate, { params, body, seenVersion });
        onSaved();
        return { state: 'saved', saved: note(savedDashboard(saved)) };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw refusalOr(error);
      }
      // It may have been saved although the reply was lost.
      const current = await load();
      const isSame = JSON.stringify(current.document.widgets) === JSON.stringify(widgets);
      return isSame ? { state: 'saved', saved: { ...current, version: seenVersion + 1 } } : { state: 'stale' };
    },
    editsAfter: async () => ({ isComplete: false, edits: [] }),
  };
}

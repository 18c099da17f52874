import * as contract from '@atrium/contract/dashboards';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import type { useBoundRequest } from '../../../api/use-endpoint.ts';
import { savedDashboard } from './saved-dashboard.ts';
import { Refused, type Transport } from './transport.ts';

/** Browsers send at most 64 kB of a page that is being closed. */
const keepaliveBytes = 50_000;
/** Statuses that may pass: no answer, sign-in, too many requests. Those of 500 and above may pass as well. */
const passing = new Set([0, 401, 429]);

export function serverTransport(dashboardId: string, bind: ReturnType<typeof useBoundRequest>): Transport {
  const params = { dashboardId };
  return {
    async send({ batchId, operations }, seenVersion) {
      const body = { batchId, operations: operations as contract.DashboardEdit['operations'] };
      const keepalive = JSON.stringify(body).length < keepaliveBytes;
      const request = bind(contract.editDashboard, { params, body, seenVersion, keepalive });
      try {
        return { state: 'saved', saved: savedDashboard(await call(contract.editDashboard, request)) };
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) return { state: 'stale' };
        throw refusalOr(error);
      }
    },
    load: () =>
      call(contract.getDashboard, bind(contract.getDashboard, { params })).then(savedDashboard, (error: unknown) => {
        throw refusalOr(error);
      }),
    async editsAfter(version) {
      const request = bind(contract.listDashboardEdits, { params, query: { after: String(version) } });
      try {
        const { isComplete, edits } = await call(contract.listDashboardEdits, request);
        const known = edits.map((edit) => ({ ...edit, operations: edit.operations as readonly Operation[] }));
        return { isComplete, edits: known };
      } catch (error) {
        throw refusalOr(error);
      }
    },
  };
}

export function refusalOr(error: unknown): unknown {
  const isFinal = error instanceof ApiError && error.status < 500 && !passing.has(error.status);
  return isFinal ? new Refused(error.message) : error;
}

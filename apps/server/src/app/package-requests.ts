import { bindPackageRequests } from '../features/sensors/package-requests.ts';
import { retryFailed } from '../ingestion/requests/request-store.ts';
import { type RequestsOptions, startRequests } from '../ingestion/requests/requests.ts';
import type { Worker } from '../jobs/worker.ts';
import { createOutgoing } from '../outgoing/guarded-fetch.ts';
import { privateAddressesOf } from '../outgoing/private-addresses.ts';
import type { Core } from './core.ts';

export interface PackageRequestSettings {
  /** Overrides of the default pauses, and how long a sensor may take to answer. */
  readonly requestPauses?: Pick<RequestsOptions, 'lookMs' | 'restMs'> & { readonly answerMs?: number };
}

/** Asking sensors for missing packages: the settings of each sensor, and the work itself. */
export function openPackageRequests(core: Core, { requestPauses }: PackageRequestSettings): Pick<Worker, 'wake'> {
  const { http, registry, changes, secrets, clock, log, config, onClose } = core;
  // Calls of its own: sensors that do not answer must not be in the way of anything else.
  const listed = config.internalHosts ?? [];
  const outgoing = createOutgoing(listed, requestPauses?.answerMs);
  const requests = startRequests({ registry, secrets, outgoing, clock, log, ...requestPauses });
  onClose(() => requests.stop());
  const isInternal = (host: string, port: number | null) => listed.includes(host) || listed.includes(`${host}:${port}`);
  bindPackageRequests(http, { registry, changes, secrets, clock, privateAddressesOf, isInternal, retryFailed });
  return requests;
}

import {
  approveSensorHost,
  getPackageRequests,
  type PackageRequests,
  type PackageRequestsBody,
  revokeSensorHost,
  updatePackageRequests,
} from '@atrium/contract/package-requests';
import {
  isRequestable,
  packageRequestProblems,
  packageRequestTexts,
  type PackageRequestValues,
} from '@atrium/rules/package-request';
import { problemIf } from '@atrium/rules/problem';
import { passwordProblems } from '@atrium/rules/sensor-settings';
import type { Secrets } from '../../accounts/secrets.ts';
import { differences, type Differences } from '../../audit/differences.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import type { Http } from '../../http/server.ts';
import { isUsablePem } from '../../outgoing/pem.ts';
import { invalidField, notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { isId } from '../../registry/ids.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { packageRequestOf, type PackageRequestRow, savePackageRequest } from './package-request-store.ts';
import { findSensor, saveSensor, secretsOf, type SensorRow } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  /** The addresses of a host that are not on the open internet. Throws if it has none at all. */
  readonly privateAddressesOf: (host: string) => Promise<string[]>;
  /** A host of the operator, which needs no approval. */
  readonly isInternal: (host: string, port: number | null) => boolean;
  /** What failed before is asked for again. */
  readonly retryFailed: (tx: Transaction, sensorId: string, now: Date) => Promise<void>;
}

/** Whether and where a sensor is asked to send missing packages again. */
export function bindPackageRequests(http: Http, dependencies: Dependencies): void {
  const { registry, changes, secrets, clock, privateAddressesOf, isInternal, retryFailed } = dependencies;

  const find = (scope: Scope, sensorId: string) =>
    registry.tenant(scope, async (tx) => {
      const row = await visible(tx, scope, sensorId, clock());
      return { row, settings: await packageRequestOf(tx, row.sensorId) };
    });

  const shown = (scope: Scope, sensorId: string): Promise<PackageRequests> =>
    registry.tenant(scope, async (tx) => {
      const row = await visible(tx, scope, sensorId, clock());
      const { password } = await secretsOf(tx, row.sensorId);
      return shownOf(row, await packageRequestOf(tx, row.sensorId), password !== null);
    });

  const isPrivate = async ({ host, port }: PackageRequestValues) => {
    const addresses = isInternal(host, port) ? [] : await privateAddressesOf(host).catch(() => []);
    return addresses.length > 0;
  };

  http.bind(getPackageRequests, ({ scope, params }) => shown(scope, params.sensorId));

  http.bind(updatePackageRequests, async ({ scope, params, body, seenVersion }) => {
    const found = await find(scope, params.sensorId);
    const needsApproval = await isPrivate(merged(found.settings, body));
    await changes(scope, async (change) => {
      const { tx, now } = change;
      const row = await visible(tx, scope, params.sensorId, now);
      if (!isRequestable(row.identifier)) throw invalidField('isEnabled', packageRequestTexts.vendor);
      const before = await packageRequestOf(tx, row.sensorId);
      refuseStale(seenVersion, before.version);
      const wanted = merged(before, body);
      const isMoved = !isSameAddress(before, wanted);
      const { password: sealed } = await secretsOf(tx, row.sensorId);
      const password = body.password?.trim() || null;
      const certificate = body.caCertificate?.trim() || null;
      refuseProblems([
        ...packageRequestProblems(wanted),
        ...passwordProblems(password, { ...row, isDummy: false }),
        // Changing the address must not send the stored password somewhere else.
        ...problemIf(isMoved && sealed !== null && password === null, 'password', packageRequestTexts.passwordAgain),
        ...problemIf(sealed === null && password === null, 'password', packageRequestTexts.password),
        ...problemIf(
          certificate !== null && !isUsablePem({ ca: certificate }),
          'caCertificate',
          packageRequestTexts.certificate,
        ),
      ]);
      const isOther = password !== null && (sealed === null || secrets.open(sealed) !== password);
      const stored = before.caCertificateSealed === null ? null : secrets.open(before.caCertificateSealed);
      const isOtherCertificate = body.caCertificate !== undefined && certificate !== stored;
      const changed: Differences = {
        ...differences(valuesOf(before), wanted),
        ...(isOtherCertificate && { caCertificate: [stored !== null, certificate !== null] }),
      };
      if (Object.keys(changed).length === 0 && !isOther) return;
      if (isOther) await saveSensor(tx, row.sensorId, { password: secrets.seal(password) }, now);
      const approvedAddresses = isMoved ? [] : before.approvedAddresses;
      const caCertificateSealed = !isOtherCertificate
        ? before.caCertificateSealed
        : certificate && secrets.seal(certificate);
      const after = { ...wanted, caCertificateSealed, approvedAddresses, needsApproval };
      await savePackageRequest(tx, row, after, now);
      await retryFailed(tx, row.sensorId, now);
      const secret: Differences = isOther ? { password: [sealed, password] } : {};
      await record(change, 'package-requests-changed', row, { changed: { ...changed, ...secret } });
    });
    return shown(scope, params.sensorId);
  });

  http.bind(approveSensorHost, async ({ scope, params }) => {
    const { settings: seen } = await find(scope, params.sensorId);
    if (seen.version === 0) throw new Refusal('conflict', 'Nobody has entered an address of this sensor.');
    const addresses = await privateAddressesOf(seen.host).catch(() => {
      throw new Refusal('conflict', 'This host name cannot be resolved, so there is nothing to approve.');
    });
    if (addresses.length === 0) {
      throw new Refusal('conflict', 'This host is on the open internet and needs no approval.');
    }
    await changes(scope, async (change) => {
      const { tx, now } = change;
      const row = await visible(tx, scope, params.sensorId, now);
      const before = await packageRequestOf(tx, row.sensorId);
      if (!isSameAddress(before, seen)) refuseStale(-1, before.version);
      await savePackageRequest(tx, row, { ...before, approvedAddresses: addresses, needsApproval: true }, now);
      await retryFailed(tx, row.sensorId, now);
      const { host, port } = before;
      await record(change, 'sensor-host-approved', row, { host, port, addresses });
    });
    return shown(scope, params.sensorId);
  });

  http.bind(revokeSensorHost, async ({ scope, params, seenVersion }) => {
    await changes(scope, async (change) => {
      const { tx, now } = change;
      const row = await visible(tx, scope, params.sensorId, now);
      const before = await packageRequestOf(tx, row.sensorId);
      refuseStale(seenVersion, before.version);
      if (before.approvedAddresses.length === 0) return;
      await savePackageRequest(tx, row, { ...before, approvedAddresses: [] }, now);
      await record(change, 'sensor-host-approval-revoked', row, { host: before.host });
    });
    return shown(scope, params.sensorId);
  });
}

async function visible(tx: Transaction, scope: Scope, sensorId: string, now: Date): Promise<SensorRow> {
  const found = isId(sensorId) ? await findSensor(tx, scope, sensorId, now) : undefined;
  if (!found) throw notFound('The sensor');
  return found;
}

function isSameAddress(a: PackageRequestValues, b: PackageRequestValues): boolean {
  return a.host === b.host && a.port === b.port && a.tls === b.tls;
}

function valuesOf({ isEnabled, host, port, tls, username }: PackageRequestRow): PackageRequestValues {
  return { isEnabled, host, port, tls, username };
}

/** Omitted fields stay unchanged; texts are trimmed. */
function merged(before: PackageRequestRow, body: PackageRequestsBody): PackageRequestValues {
  return {
    isEnabled: body.isEnabled ?? before.isEnabled,
    host: (body.host === undefined ? before.host : (body.host ?? '')).trim().toLowerCase(),
    port: body.port === undefined ? before.port : body.port,
    tls: body.tls ?? before.tls,
    username: (body.username === undefined ? before.username : (body.username ?? '')).trim(),
  };
}

function shownOf(row: SensorRow, settings: PackageRequestRow, passwordSet: boolean): PackageRequests {
  const { sensorId, orgId, identifier, ipAddress } = row;
  const { approvedAddresses, needsApproval, version } = settings;
  return {
    sensorId,
    orgId,
    isAvailable: isRequestable(identifier),
    ...valuesOf(settings),
    passwordSet,
    hasCaCertificate: settings.caCertificateSealed !== null,
    reportedAddress: ipAddress,
    approvedAddresses: [...approvedAddresses],
    needsApproval: needsApproval && approvedAddresses.length === 0,
    version,
  };
}

function record(
  { record: write }: Change,
  action: 'package-requests-changed' | 'sensor-host-approved' | 'sensor-host-approval-revoked',
  { sensorId, name }: SensorRow,
  detail: Record<string, unknown>,
) {
  return write({ action, entityType: 'sensor', entityId: sensorId, detail: { name, ...detail } });
}

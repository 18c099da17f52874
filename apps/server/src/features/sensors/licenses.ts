import type { AuditAction } from '@atrium/contract/audit';
import {
  createVendorLicense,
  deleteVendorLicense,
  getLicenseTypes,
  updateVendorLicense,
  type VendorLicense,
  type VendorLicenseBody,
} from '@atrium/contract/vendor-licenses';
import { sensorType } from '@atrium/rules/sensor-types';
import { type LicenseValues, vendorLicenseProblems } from '@atrium/rules/vendor-license';
import { isId } from '../../registry/ids.ts';
import { differences, valuesOf } from '../../audit/differences.ts';
import type { Http } from '../../http/server.ts';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import type { Scope } from '../../scope.ts';
import { addLicense, findLicense, saveLicense } from './license-store.ts';
import { findSensor, type SensorRow } from './store.ts';

export function bindLicenses(http: Http, changes: Changes): void {
  http.bind(getLicenseTypes, ({ params }) => {
    const type = sensorType(params.sensorType);
    if (!type) throw notFound('The sensor type');
    return [...type.licenseTypes];
  });

  http.bind(createVendorLicense, ({ scope, body: { sensorId, ...body } }) =>
    changes(scope, async (change) => {
      const owner = await ownerOf(change, scope, sensorId);
      const values = merged({ licenseKey: '', type: '', expiration: null }, body);
      refuseProblems(vendorLicenseProblems(values, owner.sensorType));
      const made = await addLicense(change.tx, owner, values, change.now);
      await record(change, 'license-added', owner, { type: made.type, licenseKey: made.licenseKey });
      return made;
    }),
  );

  http.bind(updateVendorLicense, ({ scope, params, body: { sensorId, ...body }, seenVersion }) =>
    changes(scope, async (change) => {
      const before = await existing(change, scope, params.vendorLicenseId);
      refuseStale(seenVersion, before.version);
      const owner = await ownerOf(change, scope, sensorId ?? before.sensorId);
      const wanted = { ...merged(before, body), sensorId: owner.sensorId };
      refuseProblems(vendorLicenseProblems(wanted, owner.sensorType));
      const changed = differences<Partial<VendorLicense>>(before, wanted);
      if (Object.keys(changed).length === 0) return before;
      const after = await saveLicense(change.tx, before, valuesOf<typeof wanted>(changed), change.now);
      await record(change, 'license-changed', owner, { changed });
      return after;
    }),
  );

  http.bind(deleteVendorLicense, async ({ scope, params, seenVersion }) => {
    await changes(scope, async (change) => {
      const before = await existing(change, scope, params.vendorLicenseId);
      refuseStale(seenVersion, before.version);
      const owner = await ownerOf(change, scope, before.sensorId);
      await saveLicense(change.tx, before, { deletedAt: change.now }, change.now);
      await record(change, 'license-deleted', owner, { type: before.type, licenseKey: before.licenseKey });
    });
    return { ok: true } as const;
  });
}

/** The sensor, if the caller may see it. */
async function ownerOf({ tx, now }: Change, scope: Scope, sensorId: string): Promise<SensorRow> {
  const found = isId(sensorId) ? await findSensor(tx, scope, sensorId, now) : undefined;
  if (!found) throw notFound('The sensor');
  return found;
}

/** A license is visible with its sensor. */
async function existing({ tx, now }: Change, scope: Scope, id: string): Promise<VendorLicense> {
  const found = isId(id) ? await findLicense(tx, scope.orgId, id.toLowerCase()) : undefined;
  if (!found || !(await findSensor(tx, scope, found.sensorId, now))) throw notFound('The license');
  return found;
}

/** Omitted fields stay unchanged; texts are trimmed. */
function merged(before: LicenseValues, body: Omit<VendorLicenseBody, 'sensorId'>): LicenseValues {
  return {
    licenseKey: written(body.licenseKey, before.licenseKey) ?? '',
    type: written(body.type, before.type) ?? '',
    expiration: written(body.expiration, before.expiration) || null,
  };
}

function written(value: string | null | undefined, old: string | null): string | null {
  return value === undefined ? old : (value?.trim() ?? null);
}

function record({ record: write }: Change, action: AuditAction, owner: SensorRow, detail: Record<string, unknown>) {
  const { sensorId, name } = owner;
  return write({ action, entityType: 'sensor', entityId: sensorId, detail: { name, ...detail } });
}

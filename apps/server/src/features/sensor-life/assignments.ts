import { sensorUseTypes } from '@atrium/contract/reference-lists';
import type { BodyOf } from '@atrium/contract/endpoint';
import type { createDummySensor, SensorAssignment, SensorAssignmentBody } from '@atrium/contract/sensor-assignments';
import { type DeviceIdentity, identityOf, shownAddress, type WrittenIdentity } from '@atrium/rules/device-identity';
import {
  assignmentProblems,
  availableProblems,
  blankProblems,
  newcomerProblems,
  takenProblems,
  type SiteState,
} from '@atrium/rules/sensor-assignment';
import { sensorProblems, type SensorSettings, normalizedSensor } from '@atrium/rules/sensor-settings';
import { vendorOf } from '@atrium/rules/sensor-vendors';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import type { Transaction } from '../../registry/registry.ts';
import {
  activeSensorsAt,
  backdateStay,
  blankAt,
  forgetAssignments,
  install,
  installNewSensors,
  type Place,
  stayOf,
  uninstall,
} from '../../estate/stay-store.ts';
import { createZones } from '../../estate/zone-store.ts';
import type { Scope } from '../../scope.ts';
import {
  addSensors,
  findAssignment,
  readSettings,
  saveSettings,
  sitesToInstallAt,
  takenIdentities,
} from './assignment-store.ts';
import { readLife } from './life-store.ts';
import type { ReadingsOfSensors } from './life.ts';

/** Which sensor is installed at which site. */
export interface Assignments {
  create(scope: Scope, body: SensorAssignmentBody): Promise<SensorAssignment>;
  /** Several new sensors; each is created and installed, or refused, on its own. */
  installNew(scope: Scope, wanted: readonly NewSensor[]): Promise<({ readonly sensorId: string } | Refusal)[]>;
  createDummy(scope: Scope, body: BodyOf<typeof createDummySensor>): Promise<SensorAssignment>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

export interface NewSensor extends Partial<SensorSettings>, WrittenIdentity {
  readonly siteId: string;
  readonly sensorUseType?: number | undefined;
  /** When it starts counting; absent while it does not. */
  readonly commissionedDate?: Date | undefined;
}

const useTypes = sensorUseTypes.map(({ id }) => id);
const usual = { masterKey: null, periodicUse: false };
/** A camera of some kind, where neither the address nor anyone tells. */
const defaultType = 'vid';

export function createAssignments(changes: Changes, inbox: Pick<ReadingsOfSensors, 'reconsider'>): Assignments {
  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const { tx, now, record } = change;
        const sensorId = body.sensorId ?? null;
        const macAddress = body.macAddress?.trim() || null;
        const identifier = body.identifier?.trim() || null;
        const sensorUseType = body.sensorUseType ?? 1;
        refuseProblems(assignmentProblems({ sensorId, macAddress, identifier, sensorUseType }, useTypes));
        const site = await siteOf(change, scope, body);
        const installed = await sensorFor(change, scope, site.state, { ...body, sensorId, macAddress, identifier });
        const id = await install(
          tx,
          scope.orgId,
          { sensorId: installed?.sensorId ?? null, sensorUseType, place: site.place },
          now,
        );
        if (installed) await inbox.reconsider(tx, scope.orgId, [installed]);
        const detail = { site: site.name, sensor: installed?.name ?? null };
        await record({ action: 'sensor-assigned', entityType: 'sensor-assignment', entityId: id, detail });
        return stored(tx, scope, id, now);
      }),

    installNew: (scope, wanted) =>
      changes(scope, async ({ tx, now, record }) => {
        const siteIds = [...new Set(wanted.map(({ siteId }) => siteId))];
        const sites = await sitesToInstallAt(tx, scope, siteIds, now);
        const drafts = wanted.map((each) => {
          const { siteId, sensorUseType = 1, commissionedDate = null } = each;
          const site = sites.get(siteId);
          if (!site) throw notFound('The site');
          const identity = identityOf(each);
          return { site, sensorUseType, commissionedDate, identity, settings: newcomer(identity, each) };
        });
        const taken = await takenIdentities(
          tx,
          scope.orgId,
          drafts.map(({ identity }) => identity),
        );
        return createValid(
          drafts,
          ({ site, identity, settings, sensorUseType }) => {
            const { macAddress, identifier, device } = identity;
            const problems = [
              ...assignmentProblems(
                { sensorId: null, macAddress: device === null ? '' : macAddress, identifier, sensorUseType },
                useTypes,
              ),
              ...sensorProblems(settings, { ...identity, isDummy: false }),
              ...newcomerProblems(site, null),
              ...takenProblems(identity, taken),
            ];
            if (problems.length === 0) {
              for (const each of [macAddress, device]) if (each !== null) taken.add(each);
              // Of two that the file installs there the second finds the first.
              site.activeSensorIds.push(device ?? '');
            }
            return problems;
          },
          async (allowed) => {
            const by = scope.userId;
            const rows = allowed.map(({ settings, identity: { macAddress, identifier }, commissionedDate }) => {
              return { ...settings, macAddress, identifier, commissionedDate, commissionedBy: commissionedDate && by };
            });
            const ids = await addSensors(tx, scope.orgId, rows, now);
            const made = allowed.map((each, index) => ({
              ...each,
              device: each.identity.device,
              sensorId: ids[index]!,
            }));
            const free = made.filter((each) => !each.site.hasBlank);
            const assignments = await installNewSensors(
              tx,
              scope.orgId,
              free.map(({ sensorId, sensorUseType, site: { siteId }, commissionedDate: since }) => {
                return { sensorId, sensorUseType, siteId, from: since && since < now ? since : now };
              }),
              now,
            );
            for (const { sensorId, sensorUseType, site, commissionedDate } of made) {
              if (!site.hasBlank) continue;
              assignments.set(sensorId, await install(tx, scope.orgId, { sensorId, sensorUseType, place: site }, now));
              if (commissionedDate && commissionedDate < now) await backdateStay(tx, sensorId, commissionedDate, now);
            }
            await inbox.reconsider(tx, scope.orgId, made);
            for (const { sensorId, site, settings } of made) {
              const entityId = assignments.get(sensorId) ?? '';
              const detail = { site: site.name, sensor: settings.name };
              await record({ action: 'sensor-assigned', entityType: 'sensor-assignment', entityId, detail });
            }
            return ids.map((sensorId) => ({ sensorId }));
          },
        );
      }),

    createDummy: (scope, body) =>
      changes(scope, async (change) => {
        const { tx, now, record } = change;
        const site = await siteOf(change, scope, body);
        refuseProblems(newcomerProblems(site.state, null));
        const settings = normalizedSensor({
          ...usual,
          name: body.name?.trim() || 'Dummy sensor',
          sensorType: 'dummy',
          nodeSensors: null,
          timeZone: null,
        });
        refuseProblems(sensorProblems(settings, { macAddress: null, isDummy: true }));
        const commissioned = { commissionedDate: minuteOf(now), commissionedBy: scope.userId };
        const made = { ...settings, ...commissioned };
        const sensorId = (await addSensors(tx, scope.orgId, [made], now))[0]!;
        const id = await install(tx, scope.orgId, { sensorId, sensorUseType: 1, place: site.place }, now);
        // With a line from the start: nothing will ever be pushed that would make one.
        const logic = { deviceId: '1', name: settings.name, form: 'line' } as const;
        await createZones(tx, scope.orgId, [{ sensorId, logic, measure: 'people' }], now, { needsReview: false });
        const detail = { site: site.name, sensor: settings.name };
        await record({ action: 'dummy-sensor-created', entityType: 'sensor', entityId: sensorId, detail });
        return stored(tx, scope, id, now);
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async ({ tx, now, record }) => {
        const before = await stored(tx, scope, id, now);
        refuseStale(seenVersion, before.version);
        const holds = Date.parse(before.from) <= now.getTime() && now.getTime() < Date.parse(before.to);
        if (holds && before.sensorId !== null) await uninstall(tx, scope.orgId, before.sensorId, now);
        await forgetAssignments(tx, scope.orgId, [before.sensorAssignmentId], now);
        await record({
          action: 'sensor-assignment-deleted',
          entityType: 'sensor-assignment',
          entityId: before.sensorAssignmentId,
          detail: { site: before.site.name, sensorId: before.sensorId },
        });
      }),
  };
}

/** The sensor that is to be installed, as it exists or made now; undefined for a blank assignment. */
async function sensorFor(
  { tx, now }: Change,
  scope: Scope,
  site: SiteState,
  wanted: SensorAssignmentBody & { readonly sensorId: string | null },
): Promise<InstalledSensor | undefined> {
  if (wanted.sensorId !== null) {
    const found = await findEntity(tx, scope, now, 'sensor', wanted.sensorId);
    const life = found?.sensorId ? await readLife(tx, scope.orgId, found.sensorId, now) : undefined;
    if (!life) throw notFound('The sensor');
    const stay = await stayOf(tx, life.sensorId, now);
    refuseProblems(availableProblems(site, { ...life, siteId: stay?.siteId ?? null }));
    await setUp(tx, life, wanted, now);
    return life;
  }
  const identity = identityOf(wanted);
  const { macAddress, identifier, device } = identity;
  if (device === null) {
    refuseProblems(blankProblems(site));
    return undefined;
  }
  const settings = newcomer(identity, { ...wanted, timeZone: wanted.timezone ?? null });
  refuseProblems(asWritten(sensorProblems(settings, { ...identity, isDummy: false })));
  refuseProblems(newcomerProblems(site, null));
  refuseProblems(takenProblems(identity, await takenIdentities(tx, scope.orgId, [identity])));
  const [sensorId] = await addSensors(tx, scope.orgId, [{ ...settings, macAddress, identifier }], now);
  return { sensorId: sensorId!, macAddress, device, name: settings.name };
}

/** What a sensor is where not everything was said. */
function newcomer(
  identity: DeviceIdentity,
  said: { readonly [K in keyof SensorSettings]?: SensorSettings[K] | null | undefined },
): SensorSettings {
  return normalizedSensor({
    ...usual,
    name: said.name?.trim() || (shownAddress(identity) ?? ''),
    sensorType: said.sensorType?.trim() || (vendorOf(identity.device).defaultType ?? defaultType),
    nodeSensors: said.nodeSensors ?? null,
    timeZone: said.timeZone ?? null,
    periodicUse: said.periodicUse ?? false,
  });
}

/** An existing sensor keeps what is not said. */
async function setUp(tx: Transaction, life: InstalledSensor, wanted: SensorAssignmentBody, now: Date): Promise<void> {
  const before = await readSettings(tx, life.sensorId);
  if (!before || (wanted.nodeSensors === undefined && wanted.timezone === undefined)) return;
  const after: SensorSettings = normalizedSensor({
    ...before,
    ...(wanted.nodeSensors !== undefined && { nodeSensors: wanted.nodeSensors }),
    ...(wanted.timezone !== undefined && { timeZone: wanted.timezone }),
  });
  const nature = { macAddress: life.macAddress, identifier: life.device, isDummy: before.sensorType === 'dummy' };
  refuseProblems(asWritten(sensorProblems(after, nature)));
  await saveSettings(tx, life.sensorId, after, now);
}

interface InstalledSensor {
  readonly sensorId: string;
  readonly macAddress: string | null;
  readonly device: string | null;
  readonly name: string;
}

async function siteOf(
  { tx, now }: Change,
  scope: Scope,
  body: { readonly siteId: string },
): Promise<{ name: string; place: Place; state: SiteState }> {
  const found = await findEntity(tx, scope, now, 'site', body.siteId);
  if (!found?.siteId || !found.locationId) throw notFound('The site');
  const { siteId, locationId, name } = found;
  const activeSensorIds = await activeSensorsAt(tx, siteId, now);
  const hasBlank = (await blankAt(tx, siteId, now)) !== undefined;
  return { name, place: { siteId, locationId }, state: { siteId, activeSensorIds, hasBlank } };
}

async function stored(tx: Transaction, scope: Scope, id: string, now: Date): Promise<SensorAssignment> {
  const found = await findAssignment(tx, scope, id, now);
  if (!found) throw notFound('The sensor assignment');
  return found;
}

/** The field of a sensor under the name this call has for it. */
function asWritten(problems: readonly { path: string; message: string }[]) {
  return problems.map(({ path, message }) => ({ path: path === 'timeZone' ? 'timezone' : path, message }));
}

function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000);
}

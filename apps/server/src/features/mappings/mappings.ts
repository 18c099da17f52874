import type { Mapping, MappingDetail } from '@atrium/contract/mappings';
import {
  mappingLimits,
  mappingNameProblems,
  mappingProblems,
  type MappingSpec,
  mappingTexts,
} from '@atrium/rules/mapping';
import type { Changes } from '../../estate/changes.ts';
import { invalidField, notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  findMapping,
  insertMapping,
  insertVersion,
  type MappingRow,
  mappingCount,
  mappingsOf,
  updateMappingRow,
  versionsOf,
} from './mapping-store.ts';

export interface Sample {
  readonly sampleId: string;
  readonly device: string;
  readonly vendor: string;
  readonly reason: string | null;
  readonly receivedAt: Date;
  readonly body: Buffer;
}

/** Where the bodies of a device come from. */
export interface SampleSource {
  readonly vendor: string;
  readonly device: string | null;
}

/** Operations on received bodies that teaching needs. */
export interface ReceivedBodies {
  sample(orgId: string, sampleId: string): Promise<Sample>;
  reread(
    orgId: string,
    mapping: { code: string; name: string; spec: MappingSpec },
    source?: SampleSource,
  ): Promise<number>;
  readonly routeOf: (code: string) => string;
}

/** A pasted body, or one that was received. */
export interface Source {
  readonly text?: string | undefined;
  readonly sampleId?: string | undefined;
}

export interface Wanted extends Source {
  readonly name?: string | undefined;
  readonly spec?: MappingSpec | undefined;
}

export interface MappingDependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly publicUrl: () => string;
  readonly received: ReceivedBodies;
}

export type Saved = MappingDetail & { readonly reread: number };

export interface Mappings {
  list(scope: Scope): Promise<Mapping[]>;
  open(scope: Scope, id: string): Promise<MappingDetail>;
  create(scope: Scope, wanted: Wanted): Promise<Saved>;
  update(scope: Scope, id: string, wanted: Wanted): Promise<Saved>;
  restore(scope: Scope, id: string, version: number): Promise<Saved>;
  retire(scope: Scope, id: string): Promise<void>;
  /** The body that someone teaches from, and the sample it is, if it was received. */
  bodyOf(scope: Scope, source: Source): Promise<{ body: Buffer; sample?: Sample }>;
}

export function createMappings({ registry, changes, publicUrl, received }: MappingDependencies): Mappings {
  const shown = (row: MappingRow): Mapping => ({
    mappingId: row.mappingId,
    orgId: row.orgId,
    name: row.name,
    state: row.retiredAt ? 'retired' : row.version === 0 ? 'draft' : 'active',
    version: row.version,
    vendor: received.routeOf(row.code),
    updatedAt: row.updatedAt.toISOString(),
  });

  const detailed = async (tx: Transaction, row: MappingRow): Promise<MappingDetail> => ({
    ...shown(row),
    url: `${publicUrl()}/api/push/${received.routeOf(row.code)}/{push key}`,
    versions: (await versionsOf(tx, row.mappingId)).map(({ createdAt, ...version }) => ({
      ...version,
      createdAt: createdAt.toISOString(),
    })) as MappingDetail['versions'],
  });

  const bodyOf: Mappings['bodyOf'] = async ({ orgId }, { text, sampleId }) => {
    if (sampleId !== undefined) {
      const sample = await received.sample(orgId, sampleId);
      return { body: sample.body, sample };
    }
    const body = Buffer.from(text ?? '');
    if (body.length > mappingLimits.bodyBytes) throw invalidField('text', mappingTexts.large);
    return { body };
  };

  /** After the commit, because the pump reads bodies with the version in force. */
  const reread = async (scope: Scope, id: string, spec: MappingSpec | undefined, sample?: Sample): Promise<Saved> => {
    const row = await registry.tenant(scope, (tx) => existing(tx, scope, id));
    const source = sample && { vendor: sample.vendor, device: sample.device };
    const count = spec ? await received.reread(scope.orgId, { code: row.code, name: row.name, spec }, source) : 0;
    return { ...(await registry.tenant(scope, (tx) => detailed(tx, row))), reread: count };
  };

  return {
    bodyOf,
    async list(scope) {
      return (await registry.tenant(scope, (tx) => mappingsOf(tx, scope.orgId))).map(shown);
    },
    open: (scope, id) => registry.tenant(scope, async (tx) => detailed(tx, await existing(tx, scope, id))),

    async create(scope, { name = '', spec, ...source }) {
      refuseProblems([...mappingNameProblems(name), ...(spec ? mappingProblems(spec) : [])]);
      const { body, sample } = await bodyOf(scope, source);
      const mappingId = await changes(scope, async ({ tx, now, record }) => {
        if ((await mappingCount(tx, scope.orgId)) >= mappingLimits.mappings)
          throw new Refusal('conflict', mappingTexts.tooMany);
        const row = await insertMapping(tx, scope.orgId, name, now);
        if (spec) await teach(tx, scope, row, { spec, fixture: fixtureOf(body) }, now);
        await record({ action: 'mapping-created', entityType: 'mapping', entityId: row.mappingId, detail: { name } });
        return row.mappingId;
      });
      return reread(scope, mappingId, spec, sample);
    },

    async update(scope, id, { name, spec, ...source }) {
      refuseProblems([
        ...(name === undefined ? [] : mappingNameProblems(name)),
        ...(spec ? mappingProblems(spec) : []),
      ]);
      const { body, sample } = await bodyOf(scope, source);
      await changes(scope, async ({ tx, now, record }) => {
        const row = await existing(tx, scope, id);
        const entity = { entityType: 'mapping', entityId: row.mappingId } as const;
        if (name !== undefined && name !== row.name) {
          await updateMappingRow(tx, row.mappingId, { name }, now);
          await record({ ...entity, action: 'mapping-renamed', detail: { name, before: row.name } });
        }
        if (!spec) return;
        const version = await teach(tx, scope, row, { spec, fixture: fixtureOf(body) }, now);
        await record({ ...entity, action: 'mapping-changed', detail: { name: name ?? row.name, version } });
      });
      return reread(scope, id, spec, sample);
    },

    async restore(scope, id, version) {
      const spec = await changes(scope, async ({ tx, now, record }) => {
        const row = await existing(tx, scope, id);
        const before = (await versionsOf(tx, row.mappingId)).find((each) => each.version === version);
        if (!before) throw notFound('The version');
        const made = await teach(tx, scope, row, before, now);
        const detail = { name: row.name, version: made, restored: version };
        await record({ action: 'mapping-changed', entityType: 'mapping', entityId: row.mappingId, detail });
        return before.spec;
      });
      return reread(scope, id, spec);
    },

    async retire(scope, id) {
      await changes(scope, async ({ tx, now, record }) => {
        const row = await existing(tx, scope, id);
        if (row.retiredAt) return;
        await updateMappingRow(tx, row.mappingId, { retiredAt: now }, now);
        const detail = { name: row.name };
        await record({ action: 'mapping-retired', entityType: 'mapping', entityId: row.mappingId, detail });
      });
    },
  };
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<MappingRow> {
  const row = await findMapping(tx, scope.orgId, id);
  if (!row) throw notFound('The taught sensor');
  return row;
}

/** A new version in force. Every one is kept, with the body it was taught from. */
async function teach(
  tx: Transaction,
  scope: Scope,
  row: MappingRow,
  { spec, fixture }: { spec: MappingSpec; fixture: string },
  now: Date,
): Promise<number> {
  const [newest] = await versionsOf(tx, row.mappingId);
  const version = (newest?.version ?? 0) + 1;
  if (version > mappingLimits.versions) throw new Refusal('conflict', mappingTexts.manyVersions);
  await insertVersion(tx, row, { version, spec, fixture, createdBy: scope.userId }, now);
  await updateMappingRow(tx, row.mappingId, { version, retiredAt: null }, now);
  return version;
}

/** PostgreSQL takes every character but this one. */
function fixtureOf(body: Buffer): string {
  return body.subarray(0, mappingLimits.bodyBytes).toString('utf8').replaceAll('\0', '');
}

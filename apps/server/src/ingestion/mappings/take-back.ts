import type { LevelRow, MinuteRow } from '@atrium/facts/rows';
import { packVer, unpackVer } from '@atrium/facts/version';
import type { MappingSpec } from '@atrium/rules/mapping';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Registry } from '../../registry/registry.ts';
import { type BodyPlan, planBody } from '../plan.ts';
import type { TodoBody } from '../todo-store.ts';
import { decodeMapped } from './decode-mapped.ts';
import { contextIn, isMapped, orderOf, readBody } from './mapped-vendor.ts';
import { earlierVersions } from './version-store.ts';

interface Planned {
  readonly body: TodoBody;
  readonly generation: number;
  readonly plan: BodyPlan;
}

/**
 * Bodies of taught sensors that are counted again take back what earlier versions of their mapping made of them and the
 * version in force does not. It is found by reading the body with each of them, so a repetition takes back the same. It
 * yields to everything that the version in force says, of whichever body.
 */
export async function withTakenBack<Body extends Planned>(
  registry: Registry,
  planned: readonly Body[],
  estates: ReadonlyMap<string, Estate>,
  now: Date,
): Promise<Body[]> {
  const known = new Map<string, MappingSpec[]>();
  const specsOf = async ({ orgId, vendor }: TodoBody, generation: number) => {
    const key = `${orgId} ${vendor} ${generation}`;
    const found =
      known.get(key) ?? (await registry.system(({ client }) => earlierVersions(client, orgId, vendor, generation)));
    known.set(key, found);
    return found;
  };
  const result: Body[] = [];
  for (const each of planned) {
    const { body, generation } = each;
    const estate = estates.get(body.orgId);
    const isAgain = body.source !== 'new' && isMapped(body.vendor) && generation > 1;
    result.push(isAgain && estate ? takeBack(each, await specsOf(body, generation), estate, now) : each);
  }
  return result;
}

function takeBack<Body extends Planned>(each: Body, specs: readonly MappingSpec[], estate: Estate, now: Date): Body {
  const { body, generation, plan } = each;
  const context = contextIn(estate, body.device, body.receivedAt);
  const earlier = specs.map((spec) =>
    planBody(readBody(body, decodeMapped(spec, body.body, context), generation, now), estate),
  );
  const gone = <Row extends MinuteRow | LevelRow>(said: readonly Row[], before: readonly Row[]): Row[] => {
    const kept = new Set(said.map(keyOf));
    const taken = new Map(before.filter((row) => !kept.has(keyOf(row))).map((row) => [keyOf(row), row]));
    return [...taken.values()].map((row) => {
      const { rank } = unpackVer(row.ver);
      return { ...row, gone: 1, ver: packVer({ rank, seq: orderOf(body.vendor, 0n, generation), generation }) };
    });
  };
  const before = { rows: earlier.flatMap(({ rows }) => rows), levels: earlier.flatMap(({ kinds }) => kinds.levels) };
  const rows = gone(plan.rows, before.rows).map((row) => ({ ...row, ins: 0, outs: 0 }));
  const levels = gone(plan.kinds.levels, before.levels);
  return {
    ...each,
    plan: {
      ...plan,
      rows: [...plan.rows, ...rows],
      kinds: { ...plan.kinds, levels: [...plan.kinds.levels, ...levels] },
    },
  };
}

function keyOf({ series, at, span }: MinuteRow | LevelRow): string {
  return `${series}/${at}/${span}`;
}

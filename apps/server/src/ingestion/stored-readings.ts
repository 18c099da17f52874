import type { Estate } from '../registry/directory/estate.ts';
import type { Transaction } from '../registry/registry.ts';
import { foldCounters } from './counters.ts';
import { foldHeard } from './heard.ts';
import { lockSensors } from './heard-store.ts';
import { orderOf } from './mappings/mapped-vendor.ts';
import type { BodyPlan } from './plan.ts';
import { joinedKinds, noKindRows } from './plan-kinds.ts';

interface Planned {
  readonly body: { readonly orgId: string; readonly seq: string; readonly vendor: string };
  readonly generation: number;
  readonly plan: BodyPlan;
}

/** With what follows from readings stored earlier too: counters, and levels that hold while a device is heard. */
export async function withStored<Body extends Planned>(
  tx: Transaction,
  planned: readonly Body[],
  estates: ReadonlyMap<string, Estate>,
  now: Date,
): Promise<Body[]> {
  return withHeard(tx, await withCounters(tx, planned, estates), estates, now);
}

/** With what their counters counted, body by body in the order they came in. */
async function withCounters<Body extends Planned>(
  tx: Transaction,
  planned: readonly Body[],
  estates: ReadonlyMap<string, Estate>,
): Promise<readonly Body[]> {
  const counting = planned.flatMap(({ body, generation, plan: { counters } }, index) => {
    const estate = estates.get(body.orgId);
    if (!estate || counters.length === 0) return [];
    const order = orderOf(body.vendor, body.seq, generation);
    return [{ index, orgId: body.orgId, factOrg: estate.factOrg, order, generation, counters }];
  });
  if (counting.length === 0) return planned;
  const counted = await foldCounters(tx, counting);
  const rows = new Map(counting.map(({ index }, at) => [index, counted[at] ?? []]));
  return planned.map((each, index) => {
    const own = rows.get(index);
    return own ? { ...each, plan: { ...each.plan, rows: [...each.plan.rows, ...own] } } : each;
  });
}

/** With what was heard of their devices; the rows of an organization go with the last of its bodies. */
async function withHeard<Body extends Planned>(
  tx: Transaction,
  planned: readonly Body[],
  estates: ReadonlyMap<string, Estate>,
  now: Date,
): Promise<Body[]> {
  const heard = planned.filter(({ plan }) => plan.signs.length > 0);
  if (heard.length === 0) return [...planned];
  await lockSensors(
    tx.client,
    heard.flatMap(({ plan }) => plan.signs.map(({ sensorId }) => sensorId)),
  );
  const bearers = new Map<Body, BodyPlan>();
  for (const orgId of new Set(heard.map(({ body }) => body.orgId))) {
    const own = heard.filter(({ body }) => body.orgId === orgId);
    const [estate, bearer] = [estates.get(orgId), own.at(-1)];
    if (!estate || !bearer) continue;
    const bodies = own.map(({ body: { seq }, plan: { signs, held } }) => ({ seq, signs, held }));
    const computed = await foldHeard(tx, { orgId, estate, bodies }, now);
    const kinds = joinedKinds([bearer.plan.kinds, { ...noKindRows, ...computed }]);
    bearers.set(bearer, { ...bearer.plan, kinds });
  }
  return planned.map((each) => ({ ...each, plan: bearers.get(each) ?? each.plan }));
}
